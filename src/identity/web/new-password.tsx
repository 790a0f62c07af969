import { checkNewPassword, SHORTEST_PASSWORD } from '#identity/rules.ts'
import { PasswordField } from '#ui/password-field.tsx'
import type { CallError } from '#ui/client.ts'

/** A new password, typed twice. */
export function NewPassword({ errors }: { errors: CallError['errors'] }) {
  return (
    <>
      <PasswordField
        label="Choose Password"
        name="password"
        autoComplete="new-password"
        required
        hint={`${SHORTEST_PASSWORD} or more characters`}
        check={checkNewPassword}
        error={errors['password']}
      />
      <PasswordField
        label="Confirm Password"
        name="password_confirmation"
        autoComplete="new-password"
        required
        error={errors['password_confirmation']}
      />
    </>
  )
}
