import { Checkbox } from '#ui/checkbox.tsx'
import { FieldNote, type FieldProps, useFieldNote } from '#ui/text-field.tsx'
import { ROLES } from '#roles/rules.ts'

type RoleChoiceProps = { legend: string; held?: readonly string[]; error: FieldProps['error'] }

/** The roles to choose from, each with what it may do. */
export function RoleChoice({ legend, held = [], error }: RoleChoiceProps) {
  const { said, control, forgive } = useFieldNote({ error })
  return (
    <fieldset {...control} tabIndex={-1} onChange={forgive}>
      <legend className="text-14 text-ink-2">{legend}</legend>
      {ROLES.map(({ role, words }) => (
        <Checkbox key={role} name={role} defaultChecked={held.includes(role)}>
          <span className="capitalize">{role}</span>: {words}
        </Checkbox>
      ))}
      <FieldNote {...said} />
    </fieldset>
  )
}

/** The roles that were chosen in a form. */
export function rolesIn(given: FormData) {
  return ROLES.map(({ role }) => role).filter((role) => given.has(role))
}
