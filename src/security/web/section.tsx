import { useId, type ReactNode } from 'react'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import type { FieldProps } from '#ui/text-field.tsx'

type SectionProps = {
  title: string
  lead?: ReactNode
  /** beside the title */
  action?: ReactNode
  children?: ReactNode
}

/** One part of the screen, under its heading. */
export function Section({ title, lead, action, children }: SectionProps) {
  const heading = useId()
  return (
    <Card role="region" aria-labelledby={heading} className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={heading} className="text-17">
          {title}
        </h2>
        {action}
      </div>
      {lead && <p className="-mt-3 text-14 text-ink-2">{lead}</p>}
      {children}
    </Card>
  )
}

/** The present password, by which somebody who is signed in proves that it is still them. */
export function PresentPassword({ name, error }: { name: string; error: FieldProps['error'] }) {
  return <PasswordField label={text.present} name={name} autoComplete="current-password" required error={error} />
}

type FormEndProps = { send: string; busy: boolean; variant?: 'primary' | 'danger'; onCancel: () => void }

/** The two buttons at the end of a form: the one that sends it, and the one that puts it away. */
export function FormEnd({ send, busy, variant = 'primary', onCancel }: FormEndProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant={variant} size="medium" busy={busy}>
        {busy ? text.sending : send}
      </Button>
      <Button variant="secondary" size="medium" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  )
}
