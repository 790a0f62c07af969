import type { FormEvent } from 'react'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { FormEnd } from './section.tsx'

type Props = {
  label: string
  /** as it is called now; empty if it has no name */
  name: string
  /** characters */
  longest: number
  save: string
  /** what is said of an empty name, where the form says it and not the server */
  missing?: string
  send: (name: string) => Promise<unknown>
  onDone: () => void
}

/** Names something of one's own. */
export function NameForm({ label, name, longest, save, missing, send, onDone }: Props) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = fieldOf(new FormData(event.currentTarget), 'name').trim()
    void submit(() => send(typed), {
      check: () => problemsOf({ name: typed === '' && missing ? missing : null }),
      sending: false,
      success: null,
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-3 flex flex-col gap-3.5">
      <TextField
        label={label}
        name="name"
        autoComplete="off"
        maxLength={longest}
        defaultValue={name}
        error={errors['name']}
      />
      <FormEnd send={save} busy={busy} onCancel={onDone} />
    </form>
  )
}
