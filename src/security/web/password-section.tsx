import { useState, type FormEvent } from 'react'
import { NewPassword, problemsOfPassword } from '#identity/web/new-password.tsx'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { FormEnd, PresentPassword, Section } from './section.tsx'

/** Another password, with the present one. */
export function PasswordSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section title={text.password} lead={text.passwordLead}>
      {open ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" size="medium" onClick={() => setOpen(true)}>
          {text.changePassword}
        </Button>
      )}
    </Section>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      current_password: fieldOf(form, 'current_password'),
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
    }
    const missing = body.current_password === '' ? text.presentMissing : null
    void submit(() => call('POST /api/change-password', { body }), {
      check: () => ({ ...problemsOf({ current_password: missing }), ...problemsOfPassword(form) }),
      sending: false,
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  return (
    <form noValidate onSubmit={change} className="flex flex-col gap-3.5">
      <PresentPassword name="current_password" error={errors['current_password']} />
      <NewPassword errors={errors} />
      <FormEnd send={text.changePassword} busy={busy} onCancel={onDone} />
    </form>
  )
}
