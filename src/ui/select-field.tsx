import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { boxClass, controlClass, FieldNote, labelClass, useFieldNote, type FieldProps } from './text-field.tsx'

type Choice = { value: string; label: string }
type SelectFieldProps = ComponentProps<'select'> & FieldProps & { choices: readonly Choice[] }

/** A labelled choice among a few, in the system's own list. */
export function SelectField({ label, hint, error, choices, className = '', ...select }: SelectFieldProps) {
  const { said, control, forgive } = useFieldNote({ hint, error })
  return (
    <div className={className}>
      <div className={`${boxClass} ${said.message ? 'border-down' : 'border-field'}`}>
        <select
          {...control}
          className={`${controlClass} appearance-none pe-11`}
          {...select}
          onChange={(event) => {
            forgive()
            select.onChange?.(event)
          }}
        >
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value} className="bg-surface text-ink">
              {text}
            </option>
          ))}
        </select>
        <label htmlFor={control.id} className={labelClass}>
          {label}
        </label>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 end-4 size-5 -translate-y-1/2 text-ink-3"
        />
      </div>
      <FieldNote {...said} />
    </div>
  )
}
