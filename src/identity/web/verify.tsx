import { Link } from '@tanstack/react-router'
import { Fragment, useState, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { useCountdown } from './countdown.ts'
import { openSession, useUser } from './session.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'

const CODES_LAST = 60
const REDIRECT_AFTER = 3000

/** Prove e-mail and phone by the two codes that were sent. */
export function VerifyScreen() {
  const { left, restart } = useCountdown(CODES_LAST)
  const { busy, errors, submit } = useSubmission()
  const user = useUser()

  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void submit(() => send(form), {
      sending: false,
      leaves: true,
      done: (reply) => {
        openSession(reply)
        setTimeout(() => location.assign('/kyc'), REDIRECT_AFTER)
      },
    })
  }
  const [round, setRound] = useState(1)
  const resend = () =>
    void submit(() => call('POST /api/retry-verification'), {
      sending: false,
      done: () => {
        restart()
        setRound(round + 1)
      },
    })
  const stillGood = left > 0 && !errors['codes']

  return (
    <SignedOut title="Account Verification" hero={<Motto />}>
      <FormHead heading="Account Verification">
        We sent one code to {user ? <b className="text-ink">{user.email}</b> : 'your e-mail address'} and another to{' '}
        {user ? <b className="text-ink">{user.phone}</b> : 'your phone'}.
      </FormHead>
      <form onSubmit={verify} className="flex flex-col gap-3.5">
        {/* new codes begin with empty fields */}
        <Fragment key={round}>
          <CodeField label="Email code" name="email_code" error={errors['email_code']} />
          <CodeField label="Phone code" name="phone_code" error={errors['phone_code']} />
        </Fragment>
        {errors['name'] && (
          <TextField
            label="Username"
            name="name"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errors['name']}
          />
        )}
        {stillGood ? (
          <>
            <Button type="submit" busy={busy}>
              {busy ? 'sending...' : 'Verify Account'}
            </Button>
            <p className="text-center text-14 text-ink-2" role="timer">
              {left} s
            </p>
          </>
        ) : (
          <>
            <p role="status" className="text-center text-ink-2">
              {left > 0 ? 'These codes can no longer be used' : 'This code has expired'}
            </p>
            <Button busy={busy} onClick={resend}>
              {busy ? 'sending...' : 'Resend code'}
            </Button>
          </>
        )}
      </form>
      <p className="mt-4 flex justify-between">
        <Link to="/register" className={linkClass}>
          Create Account
        </Link>
        <Link to="/login" className={linkClass}>
          Login
        </Link>
      </p>
    </SignedOut>
  )
}

function CodeField(props: { label: string; name: string; error: readonly string[] | undefined }) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={20} required />
}

async function send(form: FormData) {
  await call('GET /sanctum/csrf-cookie')
  const name = fieldOf(form, 'name')
  return call('POST /api/verify-account', {
    body: {
      email_code: fieldOf(form, 'email_code').trim(),
      phone_code: fieldOf(form, 'phone_code').trim(),
      ...(name ? { name } : {}),
    },
  })
}
