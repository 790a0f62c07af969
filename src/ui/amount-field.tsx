import { useState } from 'react'
import { isSameAmount, plainAmount } from '#money/typed.ts'
import { FieldNote, useFieldNote, type FieldProps } from './text-field.tsx'

type AmountFieldProps = FieldProps & {
  /** In dollars, as the wire takes it; what cannot be read, as it was typed. */
  value: string
  onChange: (amount: string) => void
  /** Amounts to choose with a tap. */
  presets?: readonly { label: string; amount: string }[]
}

/** An amount of dollars in big figures, with amounts to choose from below it. */
export function AmountField({ label, value, onChange, hint, error, presets = [] }: AmountFieldProps) {
  const { said, control, forgive } = useFieldNote({ hint, error })
  /** As people write it: it stays as it was typed, for as long as that is what the form has. */
  const [typed, setTyped] = useState(value)
  const change = (next: string) => {
    forgive()
    // the sign is drawn before it anyway
    setTyped(next.replace(/^\s*\$/, ''))
    onChange(plainAmount(next))
  }
  return (
    <div>
      <label htmlFor={control.id} className="text-14 text-ink-2">
        {label}
      </label>
      <div
        className={`flex items-baseline gap-0.5 border-b-2 text-36 font-medium has-focus:border-brand ${said.message ? 'border-down' : 'border-field'}`}
      >
        <span aria-hidden className="text-ink-3">
          $
        </span>
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          required
          value={plainAmount(typed) === value ? typed : value}
          onChange={(event) => change(event.target.value)}
          className="min-w-0 flex-1 bg-transparent py-2 text-ink outline-none"
        />
      </div>
      <FieldNote {...said} className="mt-2 text-14" />
      {presets.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {presets.map(({ label: name, amount }) => (
            <button
              key={name}
              type="button"
              aria-pressed={isSameAmount(amount, value)}
              onClick={() => change(amount)}
              className="pressable min-h-11 flex-auto rounded-full bg-sunken px-3 text-14 font-semibold aria-pressed:bg-brand aria-pressed:text-on-brand"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
