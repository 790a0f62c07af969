import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { NewPassword } from './new-password.tsx'
import { FormHead, Motto, SignedOut } from './signed-out.tsx'

/** Choose a new password with the token of a mailed link; every session of the account ends. */
export function ResetPasswordScreen() {
  const navigate = useNavigate()
  const { token } = useLocation().search
  const { busy, errors, submit } = useSubmission()

  const reset = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      token: token ?? '',
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
    }
    void submit(() => call('POST /api/reset-password', { body }), {
      sending: false,
      done: () => void navigate({ to: '/login' }),
    })
  }

  return (
    <SignedOut title="Recover Account" hero={<Motto />}>
      {token ? (
        <>
          <FormHead heading="Recover Account">Choose a new password. You are then signed out everywhere.</FormHead>
          <form onSubmit={reset} className="flex flex-col gap-3.5">
            <NewPassword errors={errors} />
            <Button type="submit" busy={busy}>
              {busy ? 'sending...' : 'Save new password'}
            </Button>
          </form>
        </>
      ) : (
        <>
          <FormHead heading="Recover Account">This link is not complete. Ask for a new one.</FormHead>
          <Link to="/forgot-password" className={buttonClass()}>
            Recover Account
          </Link>
        </>
      )}
    </SignedOut>
  )
}
