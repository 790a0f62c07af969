import type { FormEvent } from 'react'
import * as text from '#texts/change.ts'
import type { CallError } from './client.ts'
import { useRefresh } from './read.ts'
import { fieldOf, problemsOf, useSubmission } from './submission.ts'

type FieldErrors = CallError['errors']

/**
 * A form that changes what is on screen. What is empty and must not be is said at its field, with what `check` finds, and
 * nothing is sent; once it has succeeded all is read again, and `onDone` follows.
 */
export function useChange(onDone: () => void) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const done = () => {
    refresh()
    onDone()
  }
  const change = (
    event: FormEvent<HTMLFormElement>,
    send: (given: FormData) => Promise<unknown>,
    check?: (given: FormData) => FieldErrors,
  ) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    void submit(() => send(given), { check: () => ({ ...check?.(given), ...missingIn(form, given) }), done })
  }
  return { busy, errors, change }
}

function missingIn(form: HTMLFormElement, given: FormData): FieldErrors {
  const required = [...form.querySelectorAll<HTMLInputElement>('[name]:required')]
  const missing = required.filter(({ name }) => fieldOf(given, name).trim() === '')
  return problemsOf(Object.fromEntries(missing.map(({ name }) => [name, text.missing])))
}
