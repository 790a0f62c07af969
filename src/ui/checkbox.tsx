import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { descriptionOf, FieldNote, type FieldProps, useAnswerError } from './text-field.tsx'

type CheckboxProps = ComponentProps<'input'> & { children: ReactNode; error?: FieldProps['error'] }

/** A checkbox whose whole line can be tapped. */
export function Checkbox({ children, error, className = '', ...input }: CheckboxProps) {
  const field = useId()
  const [standing, forgive] = useAnswerError(error)
  const { message, describedBy } = descriptionOf(field, undefined, standing)
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 text-14 text-ink-2">
        <span className="relative grid size-5.5 shrink-0 place-items-center">
          <input
            type="checkbox"
            id={field}
            aria-invalid={message ? true : undefined}
            aria-describedby={describedBy}
            className={`peer size-full appearance-none rounded-[0.4375rem] border-[1.5px] bg-surface checked:border-brand checked:bg-brand ${message ? 'border-down' : 'border-ink-3'}`}
            {...input}
            onChange={(event) => {
              forgive()
              input.onChange?.(event)
            }}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none invisible absolute size-4 text-on-brand peer-checked:visible"
          />
        </span>
        <span>{children}</span>
      </label>
      <FieldNote field={field} message={message} />
    </div>
  )
}
