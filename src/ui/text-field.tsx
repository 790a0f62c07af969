import { Check } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'

export type FieldProps = {
  label: string
  hint?: ReactNode
  /** What is wrong, under the field; the first one where there are several. */
  error?: readonly string[] | string | undefined
}
export type TextFieldProps = ComponentProps<'input'> &
  FieldProps & {
    after?: ReactNode
    before?: ReactNode
    /** What is wrong with a value, or null; asked when the field is left, and then at every change. */
    check?: (value: string) => string | null
  }

/** For what is copied from elsewhere: nothing is filled in, made a capital or corrected. */
export const COPIED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** The box of a field, its label inside at the top. */
export const boxClass =
  'relative flex min-h-14 items-stretch rounded-control border bg-surface transition-[border-color,box-shadow] duration-160 has-[:is(input,select,textarea):focus]:border-brand has-[:is(input,select,textarea):focus]:ring-4 has-[:is(input,select,textarea):focus]:ring-wash'
export const controlClass =
  'peer min-w-0 flex-1 rounded-control bg-transparent px-4 pt-6 pb-1.5 text-17 text-ink outline-none placeholder:text-ink-3'
/** Stands in the middle of an empty field, at the top of any other; behind the control, whose peer it is. */
export const labelClass =
  'pointer-events-none absolute top-2 start-4 text-12 text-ink-2 transition-all duration-160 peer-[:placeholder-shown:not(:focus)[placeholder="_"]]:top-4 peer-[:placeholder-shown:not(:focus)[placeholder="_"]]:text-17'

/** After so many milliseconds without one, the focus was not taken by a press. */
const LONG_PRESS = 400

/** A labelled text input of at least 16 px, with a hint and an error that are read out with it. */
export function TextField({ label, hint, error, after, before, check, className = '', id, ...input }: TextFieldProps) {
  const own = useId()
  const field = id ?? own
  const [found, setFound] = useState<string | null>()
  const [standing, forgive] = useAnswerError(error)
  const { message, describedBy } = descriptionOf(field, hint, standing ?? found ?? undefined)
  const validate = (value: string) => setFound(value === '' ? undefined : check?.(value))
  return (
    <div className={className}>
      <div className={`${boxClass} ${message ? 'border-down' : 'border-line'}`}>
        {before}
        <div className="relative flex min-w-0 flex-1">
          <input
            id={field}
            className={controlClass}
            aria-invalid={message ? true : undefined}
            aria-describedby={describedBy}
            placeholder=" "
            onBlur={({ target }) => afterPress(() => validate(target.value))}
            {...input}
            onChange={(event) => {
              if (found !== undefined) validate(event.target.value)
              forgive()
              input.onChange?.(event)
            }}
          />
          <label htmlFor={field} className={labelClass}>
            {label}
          </label>
        </div>
        {found === null && !message && <Check aria-hidden className="me-4 size-5 self-center text-up" />}
        {after}
      </div>
      <FieldNote field={field} hint={hint} message={message} />
    </div>
  )
}

/**
 * Acts once the press that took the focus away is over: a note that comes under a field meanwhile would push what is
 * being pressed from under the finger.
 */
export function afterPress(act: () => void) {
  const over = new AbortController()
  const done = () => {
    over.abort()
    clearTimeout(timer)
    // the click comes right after
    setTimeout(act)
  }
  const timer = setTimeout(done, LONG_PRESS)
  addEventListener('pointerup', done, over)
  addEventListener('pointercancel', done, over)
}

/** The errors that the last answer gave a field, until it is changed; and what to call when it is. */
export function useAnswerError(error: FieldProps['error']): [FieldProps['error'], () => void] {
  const [forgiven, setForgiven] = useState<FieldProps['error']>()
  // An answer gives a list, another one every time; a sentence is the form's own and keeps itself right.
  const over = typeof error === 'object' && error === forgiven
  return [over ? undefined : error, () => setForgiven(error)]
}

/** The first error of a field, and what its control is described by. */
export function descriptionOf(field: string, hint: ReactNode, error: FieldProps['error']) {
  const message = typeof error === 'string' ? error : error?.[0]
  return { message, describedBy: message || hint ? `${field}-note` : undefined }
}

/** The error of a field, or else its hint. */
export function FieldNote({ field, hint, message }: { field: string; hint?: ReactNode; message: string | undefined }) {
  if (!message && !hint) return null
  return (
    <p id={`${field}-note`} className={`mt-1.5 px-4 text-13 ${message ? 'text-down' : 'text-ink-2'}`}>
      {message ?? hint}
    </p>
  )
}
