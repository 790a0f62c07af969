import { Link, useLocation } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as text from '#texts/register.ts'
import * as shared from '#texts/signed-out.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useStoredText } from '#ui/stored.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { AccountFields, problemsOfAccount } from './account-fields.tsx'
import { call } from './calls.ts'
import { phoneIn, PhoneField, problemOfPhone } from './phone-field.tsx'
import { storeSession } from './session.ts'
import { heroLineClass, heroTextClass, linkClass, SignedOut } from './signed-out.tsx'
import { checkName } from '#users/rules.ts'

const REDIRECT_AFTER = 3000

/**
 * Create an account. What is stored here is good for the verification only, which comes next. Whoever has an account
 * already and goes back to sign in still comes to what they had opened before.
 */
export function RegisterScreen() {
  const { busy, errors, submit } = useSubmission()
  const inviter = useInviter()
  const { next } = useLocation().search

  const register = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void submit(() => send(form, inviter), {
      check: () => ({
        ...problemsOfAccount(form),
        ...problemsOf({ phone: problemOfPhone(form), terms: form.has('terms') ? null : text.termsMissing }),
      }),
      sending: false,
      leaves: true,
      done: (reply) => {
        storeSession(reply)
        setTimeout(() => location.assign('/dashboard'), REDIRECT_AFTER)
      },
    })
  }

  return (
    <SignedOut title={text.title} hero={<RegisterHero inviter={inviter} />}>
      <form noValidate onSubmit={register} className="flex flex-col gap-3">
        <AccountFields errors={errors} />
        <PhoneField error={errors['phone'] ?? errors['country']} />
        <Checkbox name="terms" required error={errors['terms']} className="my-1.5">
          {text.termsBefore}
          <Link to="/terms" target="_blank" className="font-semibold text-brand">
            {text.terms}
          </Link>
          {text.termsAfter}
        </Checkbox>
        <Button type="submit" busy={busy}>
          {busy ? shared.sending : text.create}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center justify-between gap-x-4 text-14 text-ink-2">
        <Link to="/forgot-password" search={{ next }} className={linkClass}>
          {text.forgot}
        </Link>
        <span>
          {text.haveAccount}{' '}
          <Link to="/login" search={{ next }} className={linkClass}>
            {text.login}
          </Link>
        </span>
      </p>
      <p className="text-14">
        <Link to="/" search={{ next }} state={{ invited: null }} className={linkClass}>
          {text.lookFirst}
        </Link>
      </p>
    </SignedOut>
  )
}

/** Who invited, as a link left it here; a name that nobody can have is nobody's. */
function useInviter(): string | null {
  const inviter = useStoredText('invited-by')
  return inviter !== null && checkName(inviter) === null ? inviter : null
}

function RegisterHero({ inviter }: { inviter: string | null }) {
  return (
    <div className="mt-7">
      <h1 className={heroLineClass}>{text.title}</h1>
      {inviter && (
        <p className="mt-1.5 text-15">
          {text.invitedBy} <b>{inviter}</b>
        </p>
      )}
      <p className={heroTextClass}>{text.about}</p>
    </div>
  )
}

/** The version of the terms that this page was made for, where the operator has published some. */
function termsShown() {
  const { terms } = document.documentElement.dataset
  return terms === undefined ? {} : { terms_version: Number(terms) }
}

async function send(form: FormData, inviter: string | null) {
  await call('GET /sanctum/csrf-cookie')
  return call('POST /api/register', {
    body: {
      name: fieldOf(form, 'name'),
      email: fieldOf(form, 'email'),
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
      ...(await phoneIn(form)),
      referral: inviter,
      terms: form.has('terms'),
      ...termsShown(),
    },
  })
}
