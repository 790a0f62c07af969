import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { Logo } from '#settings/contract.ts'
import { Button } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'
import { FieldNote, useFieldNote } from '#ui/text-field.tsx'
import { call } from '#desk/calls.ts'

const KINDS = 'image/png,image/webp,image/jpeg'
const LARGEST = 10 * 1024 * 1024

/** A logo is drawn by the server as soon as it is chosen, and seen by nobody before it is saved. */
export function LogoField({ logo, onChoose }: { logo: Logo | null; onChoose: (logo: Logo | null) => void }) {
  const { busy, errors, submit } = useSubmission()
  const [problem, setProblem] = useState<string>()
  const hint =
    'PNG, WebP or JPEG, 144 pixels high or more. A transparent one is laid on white or dark, where it is seen best.'
  const { said, control, forgive } = useFieldNote({ hint, error: errors['image'], found: problem })
  const pick = (file: File | undefined) => {
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    forgive()
    if (wrong) return
    const upload = new FormData()
    upload.set('image', file)
    void submit(() => call('POST /api/draw-logo', { upload }), { sending: false, success: null, done: onChoose })
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex min-h-11 items-center gap-2.5 rounded-control font-semibold whitespace-nowrap text-brand has-[:focus-visible]:outline-2">
          <ImagePlus className="size-5" aria-hidden />
          {busy ? 'uploading...' : logo ? 'Choose another logo' : 'Choose a logo'}
          <input
            type="file"
            accept={KINDS}
            {...control}
            className="sr-only"
            onChange={({ target }) => {
              pick(target.files?.[0])
              // so that the same file can be chosen again
              target.value = ''
            }}
          />
        </label>
        {logo && (
          <Button variant="quiet" size="small" onClick={() => onChoose(null)}>
            Remove logo
          </Button>
        )}
      </div>
      <div className="-mx-4" aria-live="polite">
        <FieldNote {...said} />
      </div>
    </div>
  )
}

/** What is wrong with a file before it is sent. The server looks more closely. */
function problemOf({ type, size }: File): string | undefined {
  if (!KINDS.split(',').includes(type)) return 'Choose a PNG, WebP or JPEG picture.'
  return size > LARGEST ? 'Choose a picture of at most 10 MB.' : undefined
}
