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

/** A labelled field for several lines, which begins with so many rows and grows with what is written. */
export function TextArea({
  label,
  hint,
  error,
  className = '',
  rows = 1,
  ...area
}: ComponentProps<'textarea'> & FieldProps) {
  const field = useId()
  const [standing, forgive] = useAnswerError(error)
  const { message, describedBy } = descriptionOf(field, hint, standing)
  return (
    <div className={className}>
      <div className={`${boxClass} ${message ? 'border-down' : 'border-line'}`}>
        <textarea
          id={field}
          className={`${controlClass} field-sizing-content resize-none`}
          style={{ minHeight: `${rows * 1.5 + 1.875}rem` }}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy}
          placeholder=" "
          {...area}
          onChange={(event) => {
            forgive()
            area.onChange?.(event)
          }}
        />
        <label htmlFor={field} className={labelClass}>
          {label}
        </label>
      </div>
      <FieldNote field={field} hint={hint} message={message} />
    </div>
  )
}
