import { Check } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'

export type FieldProps = {
  label: string
  hint?: ReactNode
  /** What is wrong, under the field and above the hint; the first one where there are several. */
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
  'peer min-w-0 flex-1 rounded-control bg-transparent px-4 pt-[1.5rem] pb-1.5 text-17 text-ink outline-none placeholder:text-ink-3'
/** Stands in the middle of an empty field, at the top of any other; behind the control, whose peer it is. */
export const labelClass =
  'pointer-events-none absolute top-[0.5rem] start-4 text-12 text-ink-2 transition-all duration-160 xs:peer-[:placeholder-shown:not(:focus)[placeholder="_"]]:top-4 xs:peer-[:placeholder-shown:not(:focus)[placeholder="_"]]:text-17'

/** After so many milliseconds without one, the focus was not taken by a press. */
const LONG_PRESS = 400

/** A labelled text input of at least 16 px, with a hint and an error that are read out with it. */
export function TextField({ label, hint, error, after, before, check, className = '', id, ...input }: TextFieldProps) {
  const [found, setFound] = useState<string | null>()
  const { said, control, forgive } = useFieldNote({ id, hint, error, found })
  const validate = (value: string) => setFound(value === '' ? undefined : check?.(value))
  return (
    <div className={className}>
      <div className={`${boxClass} ${said.message ? 'border-down' : 'border-field'}`}>
        {before}
        <div className="relative flex min-w-0 flex-1">
          <input
            {...control}
            className={controlClass}
            placeholder=" "
            onBlur={({ target }) => afterPress(() => validate(target.value))}
            {...input}
            onChange={(event) => {
              if (found !== undefined) validate(event.target.value)
              forgive()
              input.onChange?.(event)
            }}
          />
          <label htmlFor={control.id} className={labelClass}>
            {label}
          </label>
        </div>
        {found === null && !said.message && <Check aria-hidden className="me-4 size-5 self-center text-up" />}
        {after}
      </div>
      <FieldNote {...said} />
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

type Noted = Pick<FieldProps, 'hint' | 'error'> & {
  id?: string | undefined
  /** What the form itself finds wrong, where the answer says nothing. */
  found?: string | null | undefined
}

/**
 * What is said of a field (`said`, for its `FieldNote`), with what its control says so (`control`). Errors of an answer
 * stand until the field is changed, which calls `forgive`.
 */
export function useFieldNote({ id, hint, error, found }: Noted) {
  const own = useId()
  const field = id ?? own
  const [forgiven, setForgiven] = useState<FieldProps['error']>()
  // An answer gives a list, another one every time; a sentence is the form's own and keeps itself right.
  const standing = typeof error === 'object' ? (error === forgiven ? undefined : error[0]) : error
  const message = standing ?? found ?? undefined
  // where what is wrong is the hint itself, it is said once
  const asked = hint === message ? undefined : hint
  return {
    said: { field, hint: asked, message },
    control: {
      id: field,
      'aria-invalid': message ? true : undefined,
      // read out in the order in which they stand
      'aria-describedby':
        [message && `${field}-error`, asked && `${field}-hint`].filter(Boolean).join(' ') || undefined,
    },
    forgive: () => setForgiven(error),
  }
}

type FieldNoteProps = { field: string; hint?: ReactNode; message: string | undefined; className?: string }

/** What is wrong with a field, and what is asked for there, which helps most when something is wrong. */
export function FieldNote({ field, hint, message, className = 'mt-1.5 px-4 text-13' }: FieldNoteProps) {
  return (
    <>
      {message && (
        <p id={`${field}-error`} className={`${className} text-down`}>
          {message}
        </p>
      )}
      {hint && (
        <p id={`${field}-hint`} className={`${className} text-ink-2`}>
          {hint}
        </p>
      )}
    </>
  )
}
