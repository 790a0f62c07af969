import { useState, type FormEvent } from 'react'
import { leave, pathHere } from '#identity/web/log-out.ts'
import { useUser } from '#identity/web/session.ts'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import { onSignedOut } from '#ui/client.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { PresentPassword, Section } from './section.tsx'

/** The end of an account, and what of it stays. */
export function CloseSection() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const isAdministrator = user !== null && user.roles.length > 0
  return (
    <Section title={text.close} lead={isAdministrator ? text.closeForAdministrators : text.closeLead}>
      {open ? (
        <CloseForm onCancel={() => setOpen(false)} />
      ) : (
        !isAdministrator && (
          <Button variant="danger" size="medium" onClick={() => setOpen(true)}>
            {text.close}
          </Button>
        )
      )}
    </Section>
  )
}

/** Reads beside it are refused as soon as it is done, which is no news: the page leaves by its answer. */
async function closeAccount(password: string) {
  onSignedOut(() => {})
  try {
    return await call('POST /api/close-account', { body: { password } })
  } catch (error) {
    onSignedOut(() => leave(pathHere()))
    throw error
  }
}

function CloseForm({ onCancel }: { onCancel: () => void }) {
  const { busy, errors, submit } = useSubmission()
  const close = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = fieldOf(new FormData(event.currentTarget), 'password')
    void submit(() => closeAccount(password), {
      check: () => problemsOf({ password: password === '' ? text.presentMissing : null }),
      sending: false,
      success: null,
      leaves: true,
      done: () => leave(),
    })
  }
  return (
    <form noValidate onSubmit={close} className="flex flex-col gap-3.5">
      <p className="text-14 text-ink-2">{text.closeErased}</p>
      <p className="text-14 text-ink-2">{text.closeKept}</p>
      <PresentPassword name="password" error={errors['password']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" size="medium" busy={busy}>
          {busy ? text.sending : text.closeConfirm}
        </Button>
        <Button variant="secondary" size="medium" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}
