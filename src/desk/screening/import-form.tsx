import { useState, type FormEvent } from 'react'
import { LARGEST_IMPORT_MB } from '#screening/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { FieldNote, useFieldNote } from '#ui/text-field.tsx'
import { call } from './calls.ts'

const HINT = `OFAC SDN (sdn.xml, or sdn.csv with alt.csv), EU (XML or CSV) or UN (XML) as they are published, or a CSV file of exposed persons with the columns name, birth_date, country, note. At most ${LARGEST_IMPORT_MB} MB.`

/** Chooses the files of a list and sends them. The server sees by itself which list it is. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const [files, setFiles] = useState<readonly File[]>([])
  const [fewer, setFewer] = useState(false)
  const { said, control, forgive } = useFieldNote({ hint: HINT, error: errors['file'] })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const upload = new FormData()
    for (const file of files) upload.append('file', file)
    void submit(() => call('POST /api/import-screening-list', { upload, query: fewer ? { fewer: 'yes' } : {} }), {
      check: () => problemOf(files),
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  return (
    <form noValidate onSubmit={send} className="mt-3 flex flex-col gap-4">
      <div>
        <label className="flex min-h-14 items-center gap-3 rounded-control border border-field px-4 has-[:focus-visible]:outline-2">
          <span className="font-semibold whitespace-nowrap text-brand">Choose files</span>
          <span className="min-w-0 text-14 text-ink-2 wrap-anywhere">
            {files.map(({ name }) => name).join(', ') || 'None chosen'}
          </span>
          <input
            type="file"
            multiple
            accept=".xml,.csv"
            {...control}
            className="sr-only"
            onChange={({ target }) => {
              setFiles([...(target.files ?? [])])
              // what was confirmed was confirmed of another file
              setFewer(false)
              forgive()
            }}
          />
        </label>
        <FieldNote {...said} />
      </div>
      {errors['fewer'] && (
        <Checkbox checked={fewer} error={errors['fewer']} onChange={({ target }) => setFewer(target.checked)}>
          Remove them
        </Checkbox>
      )}
      <Button type="submit" size="medium" busy={busy}>
        {busy ? 'importing...' : 'Import'}
      </Button>
    </form>
  )
}

/** What is wrong with the files before they are sent. The server looks more closely. */
function problemOf(files: readonly File[]): Record<string, string[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length === 0) return { file: ['Choose a file.'] }
  if (files.length > 2) return { file: ['Choose one list: one file, or sdn.csv and alt.csv.'] }
  return bytes > LARGEST_IMPORT_MB * 1024 * 1024
    ? { file: [`Choose files of at most ${LARGEST_IMPORT_MB} MB together.`] }
    : {}
}
