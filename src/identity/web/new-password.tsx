import { useState } from 'react'
import { checkConfirmation, checkNewPassword, SHORTEST_PASSWORD } from '#identity/rules.ts'
import * as text from '#texts/new-password.ts'
import type { CallError } from '#ui/client.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'

type Errors = CallError['errors']

/** A new password, typed twice; what is still missing is said while it is typed. */
export function NewPassword({ errors }: { errors: Errors }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        label={text.password}
        name="password"
        autoComplete="new-password"
        required
        hint={hintFor(typed)}
        check={(chosen) => checkNewPassword(chosen)}
        error={errors['password']}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        label={text.confirmation}
        name="password_confirmation"
        autoComplete="new-password"
        required
        check={(again) => checkConfirmation(typed, again)}
        error={errors['password_confirmation']}
      />
    </>
  )
}

/**
 * What can be said of a new password before it is sent. Whether it has leaked, the server knows; and whose it is, where
 * the form does not ask for it.
 */
export function problemsOfPassword(form: FormData): Errors {
  const password = fieldOf(form, 'password')
  const weak = checkNewPassword(password, { name: fieldOf(form, 'name'), email: fieldOf(form, 'email') })
  const different = checkConfirmation(password, fieldOf(form, 'password_confirmation'))
  return problemsOf({ password: weak, password_confirmation: weak ? null : different })
}

function hintFor(typed: string): string {
  if (typed === '') return text.hint(SHORTEST_PASSWORD)
  const missing = SHORTEST_PASSWORD - [...typed].length
  return missing > 0 ? text.missing(missing) : (checkNewPassword(typed) ?? text.longEnough)
}
