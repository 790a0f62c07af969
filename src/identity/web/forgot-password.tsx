import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as text from '#texts/forgot-password.ts'
import * as shared from '#texts/signed-out.ts'
import { Button } from '#ui/button.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { EmailField } from './account-fields.tsx'
import { call } from './calls.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'
import { checkEmail, normaliseEmail } from '#users/rules.ts'

/**
 * Ask for a reset link by mail. The answer is the same whether the address has an account or not. Whoever goes back to
 * sign in still comes to what they had opened before.
 */
export function ForgotPasswordScreen() {
  const navigate = useNavigate()
  const { next } = useLocation().search
  const { busy, errors, submit } = useSubmission()

  const recover = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = fieldOf(new FormData(event.currentTarget), 'email').trim()
    void submit(() => call('POST /api/forgot-password', { body: { email } }), {
      check: () => problemsOf({ email: checkEmail(normaliseEmail(email)) }),
      sending: false,
      done: () => void navigate({ to: '/', search: { next } }),
    })
  }

  return (
    <SignedOut title={text.title} hero={<Motto />}>
      <FormHead heading={text.title}>{text.lead}</FormHead>
      <form noValidate onSubmit={recover} className="flex flex-col gap-4">
        <EmailField label={text.email} error={errors['email']} />
        <Button type="submit" busy={busy}>
          {busy ? shared.sending : text.send}
        </Button>
      </form>
      <p className="mt-4 text-center text-ink-2">
        {text.remembered}{' '}
        <Link to="/login" search={{ next }} className={linkClass}>
          {text.login}
        </Link>
      </p>
    </SignedOut>
  )
}
