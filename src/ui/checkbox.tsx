import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FieldNote, type FieldProps, useFieldNote } from './text-field.tsx'

type CheckboxProps = ComponentProps<'input'> & { children: ReactNode; error?: FieldProps['error'] }

/** A checkbox whose whole line can be tapped. */
export function Checkbox({ children, error, className = '', ...input }: CheckboxProps) {
  const { said, control, forgive } = useFieldNote({ error })
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 text-14 text-ink-2">
        <span className="relative grid size-5.5 shrink-0 place-items-center">
          <input
            type="checkbox"
            {...control}
            className={`peer size-full appearance-none rounded-[32%] border-[1.5px] bg-surface checked:border-brand checked:bg-brand ${said.message || input['aria-invalid'] ? 'border-down' : 'border-ink-3'}`}
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
      <FieldNote {...said} />
    </div>
  )
}
