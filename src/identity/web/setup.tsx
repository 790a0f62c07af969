import { useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { checkEmail, checkName, normaliseEmail } from '#identity/rules.ts'
import { Button } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { NewPassword } from './new-password.tsx'
import { FormHead, Motto, SignedOut } from './signed-out.tsx'

/** Make the first owner with the link that the first start printed. */
export function SetupScreen() {
  const navigate = useNavigate()
  const { token } = useLocation().search
  const { busy, errors, submit } = useSubmission()

  const setUp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      token: token ?? '',
      name: fieldOf(form, 'name'),
      email: fieldOf(form, 'email'),
      password: fieldOf(form, 'password'),
      password_confirmation: fieldOf(form, 'password_confirmation'),
    }
    void submit(() => call('POST /api/setup-owner', { body }), {
      sending: false,
      done: () => void navigate({ to: '/login' }),
    })
  }

  return (
    <SignedOut title="Set up" hero={<Motto />}>
      <FormHead heading="Set up this house">
        This makes the first owner: the administrator who may do everything and gives roles to others.
      </FormHead>
      <form onSubmit={setUp} className="flex flex-col gap-3.5">
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
        <Button type="submit" busy={busy}>
          {busy ? 'sending...' : 'Create owner'}
        </Button>
      </form>
    </SignedOut>
  )
}
