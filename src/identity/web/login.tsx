import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import * as text from '#texts/login.ts'
import * as shared from '#texts/signed-out.ts'
import { BackedPlace } from '#ui/backed-place.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useStoredText, writeStoredText } from '#ui/stored.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { EmailField } from './account-fields.tsx'
import { call } from './calls.ts'
import { placeAfterSignIn } from './place-after.ts'
import { storeSession } from './session.ts'
import { useWasSignedOut } from './signed-out-note.ts'
import { FormHead, heroTextClass, linkClass, Motto, SignedOut } from './signed-out.tsx'
import { checkEmail, normaliseEmail } from '#users/rules.ts'

const REMEMBERED = 'remembered-email'

declare module '@tanstack/history' {
  interface HistoryState {
    /** which second factors would do, for whoever has typed a right password */
    factors?: readonly ('passkey' | 'authenticator' | 'recovery code')[]
    /** and whose it was: another window of this browser may sign in somebody else meanwhile */
    email?: string
  }
}

/**
 * Sign in with e-mail and password. Someone whose codes are still awaited goes on to the verification, and whoever has a
 * second factor to proving it. `passkey` is the way without a password.
 */
export function LoginForm({ passkey }: { passkey: ReactNode }) {
  const navigate = useNavigate()
  const { next } = useLocation().search
  const { busy, errors, submit } = useSubmission()
  const remembered = useStoredText(REMEMBERED)

  const login = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [fieldOf(form, 'email').trim(), fieldOf(form, 'password')]
    const remember = form.has('remember')
    const signIn = async () => {
      await call('GET /sanctum/csrf-cookie')
      return call('POST /api/login', { body: { email, password, remember } })
    }
    void submit(signIn, {
      check: () =>
        problemsOf({
          email: checkEmail(normaliseEmail(email)),
          password: password === '' ? text.passwordMissing : null,
        }),
      sending: false,
      leaves: true,
      success: null,
      done: (reply) => {
        writeStoredText(REMEMBERED, remember ? email : null)
        if ('factors' in reply) {
          return void navigate({ to: '/sign-in-factor', search: { next }, state: { factors: reply.factors, email } })
        }
        if (!('user' in reply)) return void navigate({ to: '/verify-user' })
        storeSession(reply)
        location.assign(placeAfterSignIn(location.search, location.origin))
      },
    })
  }

  return (
    <SignedOut title={text.tab} hero={<LoginHero />} foot={<BackedPlace />}>
      <SignedOutNotice />
      <FormHead title={text.title} heading={text.heading}>
        {text.lead}
      </FormHead>
      <form noValidate onSubmit={login} className="flex flex-col gap-3.5">
        <EmailField
          label={text.email}
          autoComplete="username webauthn"
          defaultValue={remembered ?? ''}
          error={errors['email']}
        />
        <PasswordField
          label={text.password}
          name="password"
          autoComplete="current-password"
          required
          error={errors['password']}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" defaultChecked={remembered !== null}>
            {text.remember}
          </Checkbox>
          <Link to="/forgot-password" search={{ next }} className={`${linkClass} text-14`}>
            {text.forgot}
          </Link>
        </div>
        <Button type="submit" busy={busy}>
          {busy ? shared.sending : text.login}
        </Button>
        {passkey}
      </form>
      <OtherWays next={next} />
    </SignedOut>
  )
}

/** For whoever has no account yet, or wants to look first. */
function OtherWays({ next }: { next: string | undefined }) {
  return (
    <>
      <p className="mt-4 text-center text-ink-2">
        {text.newHere}{' '}
        <Link to="/register" search={{ next }} className={linkClass}>
          {text.register}
        </Link>
      </p>
      <p className="text-center text-14 text-ink-2">{text.noInvitation}</p>
      <p className="text-center text-14">
        {/* read before one has an account: the plans, the risks, how to check the house */}
        <Link to="/" search={{ next }} state={{ invited: null }} className={linkClass}>
          {text.lookFirst}
        </Link>
      </p>
    </>
  )
}

function LoginHero() {
  return (
    <>
      <Motto />
      <p className={heroTextClass}>{text.about}</p>
    </>
  )
}

/** Why somebody is here who did not sign out. */
function SignedOutNotice() {
  return useWasSignedOut() ? (
    <div className="mb-6">
      <Notice>{text.signedOut}</Notice>
    </div>
  ) : null
}
