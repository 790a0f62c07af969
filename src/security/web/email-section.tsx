import { useUser } from '#identity/web/session.ts'
import * as text from '#texts/security.ts'
import { fieldOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { checkEmail, normaliseEmail } from '#users/rules.ts'
import { call } from './calls.ts'
import { ContactSection } from './contact-section.tsx'

const check = (typed: string) => checkEmail(normaliseEmail(typed))

export function EmailSection() {
  const user = useUser()
  return (
    <ContactSection
      kind="email"
      title={text.email}
      present={user?.email ?? ''}
      change={text.changeEmail}
      field={(errors) => (
        <TextField
          label={text.newEmail}
          name="email"
          type="email"
          autoComplete="off"
          required
          check={check}
          error={errors['email']}
        />
      )}
      problem={(form) => check(fieldOf(form, 'email'))}
      begin={(form, password) =>
        call('POST /api/begin-email-change', { body: { email: fieldOf(form, 'email').trim(), password } })
      }
      confirm={(code) => call('POST /api/confirm-email-change', { body: { code } })}
    />
  )
}
