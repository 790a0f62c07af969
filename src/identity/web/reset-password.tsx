import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as text from '#texts/reset-password.ts'
import * as shared from '#texts/signed-out.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { useLink } from './link-works.ts'
import { NewPassword, problemsOfPassword } from './new-password.tsx'
import { FormHead, Motto, SignedOut } from './signed-out.tsx'

/** Choose a new password with the token of a mailed link; every session of the account ends. */
export function ResetPasswordScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      {token ? <ResetForm token={token} /> : <AskAgain why={text.incomplete} />}
    </SignedOut>
  )
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const works = useLink('reset', token)?.valid
  const { busy, errors, submit } = useSubmission()

  const reset = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      token,
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
    }
    void submit(() => call('POST /api/reset-password', { body }), {
      check: () => problemsOfPassword(form),
      sending: false,
      done: () => void navigate({ to: '/login' }),
    })
  }

  if (works === false) return <AskAgain why={text.noLongerWorks} />
  return (
    <>
      <FormHead heading={text.title}>{text.lead}</FormHead>
      <form noValidate onSubmit={reset} className="flex flex-col gap-3.5">
        <NewPassword errors={errors} />
        <Button type="submit" busy={busy}>
          {busy ? shared.sending : text.save}
        </Button>
      </form>
    </>
  )
}

function AskAgain({ why }: { why: string }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.title}>{why}</FormHead>
      </div>
      <Link to="/forgot-password" className={buttonClass()}>
        {text.again}
      </Link>
    </>
  )
}
