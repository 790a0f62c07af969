import { ChevronDown } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import {
  boxClass,
  controlClass,
  descriptionOf,
  FieldNote,
  labelClass,
  useAnswerError,
  type FieldProps,
} from './text-field.tsx'

type Choice = { value: string; label: string }
type SelectFieldProps = ComponentProps<'select'> & FieldProps & { choices: readonly Choice[] }

/** A labelled choice among a few, in the system's own list. */
export function SelectField({ label, hint, error, choices, className = '', ...select }: SelectFieldProps) {
  const field = useId()
  const [standing, forgive] = useAnswerError(error)
  const { message, describedBy } = descriptionOf(field, hint, standing)
  return (
    <div className={className}>
      <div className={`${boxClass} ${message ? 'border-down' : 'border-line'}`}>
        <select
          id={field}
          className={`${controlClass} appearance-none pe-11`}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy}
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
        <label htmlFor={field} className={labelClass}>
          {label}
        </label>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 end-4 size-5 -translate-y-1/2 text-ink-3"
        />
      </div>
      <FieldNote field={field} hint={hint} message={message} />
    </div>
  )
}
