import { type ClipboardEvent, useState } from 'react'
import type { FieldProps } from '#ui/text-field.tsx'
import { FieldNote, useFieldNote } from '#ui/text-field.tsx'

const DIGITS = 6
const BOXES = Array.from({ length: DIGITS }, (_, place) => place)
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').slice(0, DIGITS)

type CodeFieldProps = Pick<FieldProps, 'label' | 'error'> & { name: string }

/** A code of six digits: one field, for keyboards and screen readers too, that is drawn as a box for each digit. */
export function CodeField({ label, name, error }: CodeFieldProps) {
  const { said, control, forgive } = useFieldNote({ error })
  const [code, setCode] = useState('')
  const type = (text: string) => {
    forgive()
    setCode(digitsOf(text))
  }
  // whole: the browser would cut it to what fits before what is no digit is taken out
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    type(event.clipboardData.getData('text'))
  }
  return (
    <div>
      <label htmlFor={control.id} className="text-14 text-ink-2">
        {label}
      </label>
      <div dir="ltr" className="code relative isolate mt-1.5 h-14 overflow-clip">
        <input
          {...control}
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          // with room for the blank of `123 456`, which a keyboard may put in at once
          maxLength={DIGITS + 1}
          required
          value={code}
          onChange={({ target }) => type(target.value)}
          onPaste={paste}
          className="h-full bg-transparent text-ink outline-none"
        />
        <div aria-hidden className="absolute inset-0 -z-10 flex gap-2">
          {BOXES.map((place) => (
            <span
              key={place}
              className={`flex-1 rounded-control border bg-surface ${said.message ? 'border-down' : 'text-ink-3'}`}
            />
          ))}
        </div>
      </div>
      <FieldNote {...said} />
    </div>
  )
}
