import { useId } from 'react'
import { descriptionOf, useAnswerError, type FieldProps } from './text-field.tsx'

type AmountFieldProps = FieldProps & {
  /** As typed, in dollars. */
  value: string
  onChange: (typed: string) => void
  /** Amounts to choose with a tap. */
  presets?: readonly { label: string; amount: string }[]
}

/** An amount of dollars in big figures, with amounts to choose from below it. */
export function AmountField({ label, value, onChange, hint, error, presets = [] }: AmountFieldProps) {
  const field = useId()
  const [standing, forgive] = useAnswerError(error)
  const { message, describedBy } = descriptionOf(field, hint, standing)
  const change = (typed: string) => {
    forgive()
    onChange(typed)
  }
  return (
    <div>
      <label htmlFor={field} className="text-14 text-ink-2">
        {label}
      </label>
      <div
        className={`flex items-baseline gap-0.5 border-b-2 text-36 font-medium has-focus:border-brand ${message ? 'border-down' : 'border-line'}`}
      >
        <span aria-hidden className="text-ink-3">
          $
        </span>
        <input
          id={field}
          inputMode="decimal"
          autoComplete="off"
          required
          value={value}
          onChange={(event) => change(event.target.value.trim())}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy}
          className="min-w-0 flex-1 bg-transparent py-2 text-ink outline-none"
        />
      </div>
      <p id={`${field}-note`} className={`mt-2 min-h-5 text-14 ${message ? 'text-down' : 'text-ink-2'}`}>
        {message ?? hint}
      </p>
      {presets.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {presets.map(({ label: name, amount }) => (
            <button
              key={name}
              type="button"
              aria-pressed={amount === value}
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
