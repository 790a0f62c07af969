import type { FormEvent } from 'react'
import * as text from '#texts/change.ts'
import type { CallError } from './client.ts'
import { useRefresh } from './read.ts'
import { fieldOf, problemsOf, useSubmission } from './submission.ts'

type FieldErrors = CallError['errors']

/**
 * A form that changes what is on screen. What is empty and must not be is said at its field, with what `check` finds, and
 * nothing is sent; once it has succeeded all is read again, and `onDone` follows. `silent`: it also says that it is done.
 */
export function useChange<Reply>(onDone: (reply: Reply) => void, silent = false) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const done = (reply: Reply) => {
    refresh()
    onDone(reply)
  }
  const change = (
    event: FormEvent<HTMLFormElement>,
    send: (given: FormData) => Promise<Reply>,
    check?: (given: FormData) => FieldErrors,
  ) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    void submit(() => send(given), {
      check: () => ({ ...check?.(given), ...missingIn(form, given) }),
      ...(silent && { success: null }),
      done,
    })
  }
  return { busy, errors, change }
}

type RecordCalls<Body> = {
  /** What is wrong with it, by the rules that the server reads it by too. */
  read: (body: Body) => { errors?: FieldErrors; [read: string]: unknown }
  save: (body: Body) => Promise<unknown>
  onDone: () => void
}

/**
 * A form that is a whole record, new or changed: `bodyOf` says what it says as the calls take it, and the record's own
 * rules check it before it is sent.
 */
export function useRecordForm<Body>(bodyOf: (given: FormData) => Body, { read, save, onDone }: RecordCalls<Body>) {
  const { busy, errors, change } = useChange(onDone)
  const send = (given: FormData) => save(bodyOf(given))
  const check = (given: FormData) => read(bodyOf(given)).errors ?? {}
  return { busy, errors, send: (event: FormEvent<HTMLFormElement>) => change(event, send, check) }
}

function missingIn(form: HTMLFormElement, given: FormData): FieldErrors {
  const required = [...form.querySelectorAll<HTMLInputElement>('[name]:required')]
  const missing = required.filter(({ name }) => fieldOf(given, name).trim() === '')
  return problemsOf(Object.fromEntries(missing.map(({ name }) => [name, text.missing])))
}
