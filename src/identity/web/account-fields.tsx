import * as text from '#texts/account-fields.ts'
import type { CallError } from '#ui/client.ts'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'
import { NewPassword, problemsOfPassword } from './new-password.tsx'
import { checkEmail, checkName, normaliseEmail } from '#users/rules.ts'

type Errors = CallError['errors']

/** With what every account begins: username, e-mail address and a password typed twice. */
export function AccountFields({ errors }: { errors: Errors }) {
  return (
    <>
      <NameField error={errors['name']} />
      <EmailField label={text.email} check={(typed) => checkEmail(normaliseEmail(typed))} error={errors['email']} />
      <NewPassword errors={errors} />
    </>
  )
}

/** The e-mail address with which somebody signs in. */
export function EmailField(props: TextFieldProps) {
  return <TextField name="email" type="email" autoComplete="username" required {...props} />
}

/** A new username. */
export function NameField({ error }: { error: Errors[string] | undefined }) {
  return (
    <TextField
      label={text.name}
      name="name"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={text.nameHint}
      check={checkName}
      error={error}
    />
  )
}

/** What can be said of these fields before they are sent. */
export function problemsOfAccount(form: FormData): Errors {
  return {
    ...problemsOf({
      name: checkName(fieldOf(form, 'name').trim()),
      email: checkEmail(normaliseEmail(fieldOf(form, 'email'))),
    }),
    ...problemsOfPassword(form),
  }
}
