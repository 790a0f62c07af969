import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'

/** Ask for a reset link by mail. The answer is the same whether the address has an account or not. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate()
  const { busy, errors, submit } = useSubmission()

  const recover = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = fieldOf(new FormData(event.currentTarget), 'email')
    void submit(() => call('POST /api/forgot-password', { body: { email } }), {
      sending: false,
      done: () => void navigate({ to: '/' }),
    })
  }

  return (
    <SignedOut title="Recover Account" hero={<Motto />}>
      <FormHead heading="Recover Account">
        We send a link to your e-mail address, with which you choose a new password.
      </FormHead>
      <form onSubmit={recover} className="flex flex-col gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors['email']} />
        <Button type="submit" busy={busy}>
          {busy ? 'sending...' : 'Send Recovery Instructions'}
        </Button>
      </form>
      <p className="mt-4 text-center text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className={linkClass}>
          Login
        </Link>
      </p>
    </SignedOut>
  )
}
