import type { ComponentProps } from 'react'
import { boxClass, controlClass, FieldNote, labelClass, useFieldNote, type FieldProps } from './text-field.tsx'

/** A labelled field for several lines, which begins with so many rows and grows with what is written. */
export function TextArea({
  label,
  hint,
  error,
  className = '',
  rows = 1,
  ...area
}: ComponentProps<'textarea'> & FieldProps) {
  const { said, control, forgive } = useFieldNote({ hint, error })
  return (
    <div className={className}>
      <div className={`${boxClass} ${said.message ? 'border-down' : 'border-field'}`}>
        <textarea
          {...control}
          className={`${controlClass} field-sizing-content resize-none`}
          style={{ minHeight: `${rows * 1.5 + 1.875}rem` }}
          placeholder=" "
          {...area}
          onChange={(event) => {
            forgive()
            area.onChange?.(event)
          }}
        />
        <label htmlFor={control.id} className={labelClass}>
          {label}
        </label>
      </div>
      <FieldNote {...said} />
    </div>
  )
}
