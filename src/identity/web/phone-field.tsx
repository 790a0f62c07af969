import { ChevronDown } from 'lucide-react'
import { useId, useState, type ChangeEvent } from 'react'
import { boxClass, controlClass, descriptionOf, FieldNote, labelClass, type FieldProps } from '#ui/text-field.tsx'
import { countries } from './countries.ts'
import { callingCode, loadPhoneRules, typedPhone, type PhoneRules } from './phone.ts'

type PhoneFieldProps = { error: FieldProps['error'] }

/** A telephone number with its country (US to begin with). Sends the fields `phone` and `country`. */
export function PhoneField({ error }: PhoneFieldProps) {
  const field = useId()
  const [country, setCountry] = useState('US')
  const [text, setText] = useState('')
  const [rules, setRules] = useState<PhoneRules | null>(null)
  const { message, describedBy } = descriptionOf(field, undefined, error)

  const prepare = () => void loadPhoneRules().then(setRules)
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = target.selectionStart === target.value.length
    const growing = target.value.length > text.length
    const typed = atEnd && growing ? typedPhone(rules, target.value, country) : { text: target.value, country }
    setText(typed.text)
    setCountry(typed.country)
  }

  return (
    <div onFocus={rules ? undefined : prepare}>
      <div className={`${boxClass} ${message ? 'border-down' : 'border-line'}`}>
        <div className="relative flex items-center gap-2 rounded-l-control pr-3 pl-3.5 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-brand">
          <span aria-hidden className="rounded-[0.375rem] bg-sunken px-2 py-0.5 text-13 font-semibold">
            {country}
          </span>
          <span aria-hidden className="text-15">
            {callingCode(rules, country)}
          </span>
          <ChevronDown aria-hidden className="size-4 text-ink-3" />
          <CountrySelect country={country} onChoose={setCountry} />
        </div>
        <div className="relative flex min-w-0 flex-1 border-l border-line">
          <input
            id={field}
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            value={text}
            onChange={type}
            aria-invalid={message ? true : undefined}
            aria-describedby={describedBy}
            placeholder=" "
            className={controlClass}
          />
          <label htmlFor={field} className={labelClass}>
            Phone
          </label>
        </div>
      </div>
      <FieldNote field={field} message={message} />
    </div>
  )
}

function CountrySelect({ country, onChoose }: { country: string; onChoose: (code: string) => void }) {
  return (
    <select
      name="country"
      aria-label="Country"
      autoComplete="country"
      value={country}
      onChange={(event) => onChoose(event.target.value)}
      className="absolute inset-0 size-full appearance-none text-17 opacity-0"
    >
      {countries().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
