import { ImagePlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import * as text from '#texts/profile.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'
import { FieldNote, useFieldNote } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { storeUser } from './session.ts'
import type { User } from '#users/contract.ts'

const KINDS = ['image/jpeg', 'image/png', 'image/webp']
const LARGEST = 10 * 1024 * 1024

/** Choose a picture, see it as it will be, and send it. */
export function PictureForm({ user }: { user: User }) {
  const { busy, errors, submit } = useSubmission()
  const [picked, setPicked] = useState<{ file: File; address: string } | null>(null)
  const [problem, setProblem] = useState<string>()
  const { said, control, forgive } = useFieldNote({ hint: text.pictureHint, error: errors['image'], found: problem })

  const pick = async (file: File | undefined) => {
    if (!file) return
    const wrong = await problemOf(file)
    setProblem(wrong)
    setPicked(wrong ? null : { file, address: URL.createObjectURL(file) })
    forgive()
  }
  const upload = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!picked) return
    const picture = new FormData()
    picture.set('image', picked.file)
    void submit(() => call('POST /api/profile-update', { upload: picture }), {
      sending: false,
      done: (reply) => {
        setPicked(null)
        storeUser(reply.user)
      },
    })
  }

  return (
    <form noValidate onSubmit={upload} className="flex flex-wrap items-center gap-4">
      <Avatar
        name={user.name}
        picture={picked?.address ?? user.profile}
        // shown once, a picked picture needs its address no longer
        onLoad={() => URL.revokeObjectURL(picked?.address ?? '')}
        className="size-18 text-22"
      />
      <label className="flex min-h-11 flex-1 items-center gap-2.5 rounded-control font-semibold whitespace-nowrap text-brand has-[:focus-visible]:outline-2">
        <ImagePlus className="size-5" aria-hidden />
        {text.choose}
        <input
          type="file"
          name="image"
          accept={KINDS.join(',')}
          {...control}
          className="sr-only"
          onChange={({ target }) => {
            void pick(target.files?.[0])
            // so that the same file can be chosen again
            target.value = ''
          }}
        />
      </label>
      <div className="-mx-4 w-full grow" aria-live="polite">
        <FieldNote {...said} />
      </div>
      <Button type="submit" size="medium" busy={busy} disabled={!picked && !busy} className="w-full">
        {busy ? text.uploading : text.update}
      </Button>
    </form>
  )
}

/** What is wrong with a file before it is sent. The server looks more closely. */
async function problemOf(file: File): Promise<string | undefined> {
  if (!KINDS.includes(file.type)) return text.wrongKind
  if (file.size > LARGEST) return text.tooLarge
  try {
    const shown = await createImageBitmap(file)
    shown.close()
    return undefined
  } catch {
    return text.unreadable
  }
}
