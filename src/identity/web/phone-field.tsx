import { Check, ChevronDown } from 'lucide-react'
import { useState, type ChangeEvent } from 'react'
import * as text from '#texts/phone-field.ts'
import { fieldOf } from '#ui/submission.ts'
import {
  afterPress,
  boxClass,
  controlClass,
  FieldNote,
  labelClass,
  type FieldProps,
  useFieldNote,
} from '#ui/text-field.tsx'
import { countries } from '#users/web/countries.ts'
import { callingCode, isPhone, loadPhoneRules, phoneForWire, typedPhone, type PhoneRules } from './phone.ts'

type PhoneNumber = { phone: string; country: string }
type PhoneFieldProps = {
  error: FieldProps['error']
  hint?: string
  /** the number to begin with */
  present?: PhoneNumber | undefined
}

/** A telephone number with its country (US to begin with). Sends the fields `phone` and `country`. */
export function PhoneField({ error, hint, present }: PhoneFieldProps) {
  const { country, typed, rules, right, prepare, type, leave, choose } = useTypedPhone(present)
  const { said, control, forgive } = useFieldNote({ hint, error, found: right === false ? text.invalid : undefined })
  return (
    // any change of either field is a new try
    <div onChange={forgive} onFocus={rules ? undefined : ({ currentTarget }) => void prepare(currentTarget)}>
      <div className={`${boxClass} ${said.message ? 'border-down' : 'border-field'}`}>
        <div className="relative flex items-center gap-2 rounded-s-control ps-3.5 pe-3 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-brand">
          <span aria-hidden className="rounded-[0.375rem] bg-sunken px-2 py-0.5 text-13 font-semibold">
            {country}
          </span>
          <span aria-hidden className="text-15">
            {callingCode(rules, country)}
          </span>
          <ChevronDown aria-hidden className="size-4 text-ink-3" />
          <CountrySelect country={country} onChoose={choose} />
        </div>
        <div className="relative flex min-w-0 flex-1 border-s border-line">
          <input
            {...control}
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            value={typed}
            onChange={type}
            onBlur={() => afterPress(leave)}
            placeholder=" "
            className={controlClass}
          />
          <label htmlFor={control.id} className={labelClass}>
            {text.phone}
          </label>
        </div>
        {right && !said.message && <Check aria-hidden className="me-4 size-5 self-center text-up" />}
      </div>
      <FieldNote {...said} />
    </div>
  )
}

/** What is typed of a number and of which country: set in its usual form as it grows, looked at once it has been left. */
function useTypedPhone({ phone, country: given }: PhoneNumber = { phone: '', country: 'US' }) {
  const [country, setCountry] = useState(given)
  const [typed, setTyped] = useState(phone)
  const [left, setLeft] = useState(false)
  const [rules, setRules] = useState<PhoneRules | null>(null)
  const put = (set: { text: string; country: string }) => {
    setTyped(set.text)
    setCountry(set.country)
  }
  return {
    ...{ country, typed, rules },
    /** Null while nothing can be said. */
    right: left && typed !== '' ? isPhone(rules, typed, country) : null,
    prepare: async (box: HTMLElement) => {
      const known = await loadPhoneRules().catch(() => null)
      setRules(known)
      // what was typed while they came
      const number = box.querySelector('input')?.value ?? ''
      put(typedPhone(known, number, box.querySelector('select')?.value ?? country))
    },
    type: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const atEnd = target.selectionStart === target.value.length
      const growing = target.value.length > typed.length
      put(atEnd && growing ? typedPhone(rules, target.value, country) : { text: target.value, country })
    },
    // typed faster than the rules came, or in the middle
    leave: () => {
      put(typedPhone(rules, typed, country))
      setLeft(true)
    },
    choose: setCountry,
  }
}

/** What can be said of the number before it is sent; whether it is one of its country, the server says. */
export function problemOfPhone(form: FormData): string | null {
  return /\d/.test(fieldOf(form, 'phone')) ? null : text.invalid
}

/** The number of a form as it is sent. */
export async function phoneIn(form: FormData): Promise<PhoneNumber> {
  const country = fieldOf(form, 'country')
  return { phone: await phoneForWire(fieldOf(form, 'phone'), country), country }
}

function CountrySelect({ country, onChoose }: { country: string; onChoose: (code: string) => void }) {
  return (
    <select
      name="country"
      aria-label={text.country}
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
