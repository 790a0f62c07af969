import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { checkEmail, checkName, normaliseEmail } from '#identity/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { readText } from '#ui/stored.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { NewPassword } from './new-password.tsx'
import { PhoneField } from './phone-field.tsx'
import { phoneForWire } from './phone.ts'
import { openSession } from './session.ts'
import { heroLineClass, linkClass, SignedOut } from './signed-out.tsx'

const REDIRECT_AFTER = 3000

/** Create an account. What is stored here is good for the verification only, which comes next. */
export function RegisterScreen() {
  const { busy, errors, submit } = useSubmission()
  const inviter = readText('invited-by')

  const register = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void submit(() => send(form, inviter), {
      sending: false,
      leaves: true,
      done: (reply) => {
        openSession(reply)
        setTimeout(() => location.assign('/dashboard'), REDIRECT_AFTER)
      },
    })
  }

  return (
    <SignedOut title="Create Account" hero={<RegisterHero inviter={inviter} />}>
      <form onSubmit={register} className="flex flex-col gap-3">
        <TextField
          label="Username"
          name="name"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
          check={checkName}
          error={errors['name']}
        />
        <TextField
          label="Email Address"
          name="email"
          type="email"
          autoComplete="username"
          required
          check={(typed) => checkEmail(normaliseEmail(typed))}
          error={errors['email']}
        />
        <NewPassword errors={errors} />
        <PhoneField error={errors['phone'] ?? errors['country']} />
        <Checkbox name="terms" required error={errors['terms']} className="my-1.5">
          I have read the{' '}
          <Link to="/terms" target="_blank" className="font-semibold text-brand">
            terms
          </Link>
          . My capital is at risk.
        </Checkbox>
        <Button type="submit" busy={busy}>
          {busy ? 'sending...' : 'Create Account'}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center justify-between gap-x-4 text-14 text-ink-2">
        <Link to="/forgot-password" className={linkClass}>
          Forgot Password?
        </Link>
        <span>
          Have an account?{' '}
          <Link to="/login" className={linkClass}>
            Login
          </Link>
        </span>
      </p>
    </SignedOut>
  )
}

function RegisterHero({ inviter }: { inviter: string | null }) {
  return (
    <div className="mt-7">
      <h1 className={heroLineClass}>Create Account</h1>
      {inviter && (
        <p className="mt-1.5 text-15">
          You were invited by <b>{inviter}</b>
        </p>
      )}
    </div>
  )
}

async function send(form: FormData, inviter: string | null) {
  await call('GET /sanctum/csrf-cookie')
  const country = fieldOf(form, 'country')
  return call('POST /api/register', {
    body: {
      name: fieldOf(form, 'name'),
      email: fieldOf(form, 'email'),
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
      phone: await phoneForWire(fieldOf(form, 'phone'), country),
      country,
      referral: inviter,
      terms: form.has('terms'),
    },
  })
}
