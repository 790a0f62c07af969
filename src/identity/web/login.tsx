import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { readText, writeText } from '#ui/stored.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { openSession } from './session.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'

const REMEMBERED = 'remembered-email'

/** Sign in. Someone whose codes are still awaited goes on to the verification. */
export function LoginScreen() {
  const navigate = useNavigate()
  const { busy, errors, submit } = useSubmission()
  const remembered = readText(REMEMBERED)

  const login = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = fieldOf(form, 'email')
    const signIn = async () => {
      await call('GET /sanctum/csrf-cookie')
      return call('POST /api/login', { body: { email, password: fieldOf(form, 'password') } })
    }
    void submit(signIn, {
      sending: false,
      leaves: true,
      success: null,
      done: (reply) => {
        writeText(REMEMBERED, form.has('remember') ? email : null)
        if (!('user' in reply)) return void navigate({ to: '/verify-user' })
        openSession(reply)
        location.assign('/dashboard')
      },
    })
  }

  return (
    <SignedOut title="Login" hero={<Motto />}>
      <FormHead title="LOGIN" heading="Account Login">
        Fill the form below to login to your Account.
      </FormHead>
      <form onSubmit={login} className="flex flex-col gap-3.5">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={remembered ?? ''}
          error={errors['email']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors['password']}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" defaultChecked={remembered !== null}>
            Remember this account
          </Checkbox>
          <Link to="/forgot-password" className={`${linkClass} text-14`}>
            Forgot Password?
          </Link>
        </div>
        <Button type="submit" busy={busy}>
          {busy ? 'sending...' : 'Login'}
        </Button>
      </form>
      <p className="mt-4 text-center text-ink-2">
        New here?{' '}
        <Link to="/register" className={linkClass}>
          Create Account
        </Link>
      </p>
    </SignedOut>
  )
}
