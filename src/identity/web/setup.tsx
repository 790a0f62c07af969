import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as text from '#texts/setup.ts'
import * as shared from '#texts/signed-out.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { AccountFields, problemsOfAccount } from './account-fields.tsx'
import { call } from './calls.ts'
import { useLink } from './link-works.ts'
import { FormHead, Motto, SignedOut } from './signed-out.tsx'

/** Make the first owner with the link that the first start printed; says at once where it no longer works. */
export function SetupScreen() {
  const { token } = useLocation().search
  const works = useLink('setup', token)?.valid
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      <div role="status">
        <FormHead heading={text.heading}>{works === false ? text.noLongerWorks : text.lead}</FormHead>
      </div>
      {works === false ? (
        <Link to="/login" className={buttonClass()}>
          {text.login}
        </Link>
      ) : (
        <OwnerForm token={token ?? ''} />
      )}
    </SignedOut>
  )
}

function OwnerForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { busy, errors, submit } = useSubmission()

  const setUp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      token,
      name: fieldOf(form, 'name'),
      email: fieldOf(form, 'email'),
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
    }
    void submit(() => call('POST /api/setup-owner', { body }), {
      check: () => problemsOfAccount(form),
      sending: false,
      done: () => void navigate({ to: '/login' }),
    })
  }

  return (
    <form noValidate onSubmit={setUp} className="flex flex-col gap-3.5">
      <AccountFields errors={errors} />
      <Button type="submit" busy={busy}>
        {busy ? shared.sending : text.create}
      </Button>
    </form>
  )
}
