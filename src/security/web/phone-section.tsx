import { phoneIn, PhoneField, problemOfPhone } from '#identity/web/phone-field.tsx'
import { useUser } from '#identity/web/session.ts'
import * as text from '#texts/security.ts'
import { call } from './calls.ts'
import { ContactSection } from './contact-section.tsx'

export function PhoneSection() {
  const user = useUser()
  return (
    <ContactSection
      kind="phone"
      title={text.phone}
      present={user?.phone ?? ''}
      change={text.changePhone}
      field={(errors) => <PhoneField error={errors['phone']} />}
      problem={problemOfPhone}
      begin={async (form, password) =>
        call('POST /api/begin-phone-change', { body: { ...(await phoneIn(form)), password } })
      }
      confirm={(code) => call('POST /api/confirm-phone-change', { body: { code } })}
    />
  )
}
