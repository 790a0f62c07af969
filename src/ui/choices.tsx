import type { ReactNode } from 'react'
import { FieldNote, type FieldProps, useFieldNote } from './text-field.tsx'

export type Choice = { value: string; label: ReactNode; lead?: ReactNode; detail?: ReactNode }

type ChoicesProps = FieldProps & {
  /** `segments`: few short words in one box. `tiles`: more about each. */
  variant: keyof typeof variants
  choices: readonly Choice[]
  chosen: string
  onChoose: (value: string) => void
  required?: boolean
}

const variants = {
  segments: {
    box: 'flex flex-wrap rounded-control bg-sunken p-1',
    choice:
      'grid min-h-11 flex-auto place-items-center rounded-[0.6875rem] px-2 text-14 font-medium text-ink-2 has-checked:bg-chosen has-checked:text-ink has-checked:shadow-raised',
  },
  tiles: {
    box: 'grid gap-2',
    choice:
      'flex min-h-11 flex-col gap-0.5 rounded-tile border-2 border-line p-3 text-13 text-ink-2 has-checked:border-brand has-checked:bg-wash',
  },
}

/** Four stand two by two: three and one would leave a gap. */
const columns = (count: number) => (count === 4 ? 'grid-cols-2' : 'grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]')

/** One of several, chosen by a tap or with the arrow keys. */
export function Choices({ label, variant, choices, chosen, onChoose, required, hint, error }: ChoicesProps) {
  const { said, control, forgive } = useFieldNote({ hint, error })
  const { box, choice } = variants[variant]
  return (
    <fieldset {...control} role="radiogroup" aria-required={required}>
      <legend className="mb-2 text-14 text-ink-2">{label}</legend>
      <div className={`${box} ${variant === 'tiles' ? columns(choices.length) : ''}`}>
        {choices.map(({ value, label: name, lead, detail }) => (
          <label
            key={value}
            className={`cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand ${choice}`}
          >
            <input
              type="radio"
              name={control.id}
              value={value}
              checked={value === chosen}
              onChange={() => {
                forgive()
                onChoose(value)
              }}
              className="sr-only"
            />
            {lead}
            <span className={variant === 'tiles' ? 'line-clamp-4 text-15 font-semibold text-ink' : ''}>{name}</span>
            {detail && <span>{detail}</span>}
          </label>
        ))}
      </div>
      <FieldNote {...said} />
    </fieldset>
  )
}
