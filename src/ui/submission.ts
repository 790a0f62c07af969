import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from './client.ts'
import { focusFirstError } from './focus-first-error.ts'
import { showModal, closeModal, loadModal, tellSuccess, type SentFrom } from './modal.ts'
import { usePreload } from './preload.ts'

type FieldErrors = CallError['errors']
type Outcome<Reply> = {
  /** What is wrong by field before anything is sent; then nothing is sent and the first such field gets the focus. */
  check?: () => FieldErrors
  /** False for forms whose own button says that something is being sent. */
  sending?: boolean
  /** What the Successful modal says: the reply's own message unless given; null for no modal. */
  success?: string | null
  /** The page is left after success: nothing more can be sent from it. */
  leaves?: boolean
  done?: (reply: Reply) => void
}

/**
 * Sends one thing at a time and shows how it went: Sending, Successful, Waiting or Failed in the global modals,
 * field errors for the fields, the first of which gets the focus.
 */
export function useSubmission() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const underWay = useRef(false)

  // so that it can be said that the network is gone when it is
  usePreload(loadModal)

  const submit = async <Reply>(send: () => Promise<Reply>, outcome: Outcome<Reply> = {}) => {
    if (underWay.current) return
    const found = outcome.check?.() ?? {}
    if (Object.keys(found).length > 0) return showProblem(() => setErrors(found))
    underWay.current = true
    setBusy(true)
    setErrors({})
    if (outcome.sending !== false) showModal({ kind: 'sending' })
    const from = { path: location.pathname, title: document.title }
    const succeeded = await attempt(send, { ...outcome, from }, setErrors)
    if (succeeded && outcome.leaves) return
    underWay.current = false
    setBusy(false)
  }
  return { busy, errors, submit }
}

async function attempt<Reply>(
  send: () => Promise<Reply>,
  outcome: Outcome<Reply> & { from: SentFrom },
  setErrors: (errors: FieldErrors) => void,
): Promise<boolean> {
  try {
    succeed(await send(), outcome)
    return true
  } catch (error) {
    const errors = error instanceof CallError ? error.errors : {}
    if (Object.keys(errors).length > 0) showProblem(() => setErrors(errors))
    showModal({ kind: 'failed', message: error instanceof Error ? error.message : String(error), errors })
    return false
  }
}

function succeed<Reply>(reply: Reply, { success, done, from }: Outcome<Reply> & { from: SentFrom }) {
  // with the id of a request nothing is done yet: it waits for somebody else to agree
  const { message = null, approval_id } = (reply ?? {}) as { message?: string; approval_id?: string }
  const said = success === undefined ? message : success
  if (said) tellSuccess({ kind: approval_id === undefined ? 'successful' : 'waiting', message: said, from })
  else closeModal()
  done?.(reply)
}

/** Draws what says that something is wrong, and takes the person to the first field that it is said of. */
export function showProblem(say: () => void) {
  flushSync(say)
  focusFirstError()
}

/** The errors of fields, out of what is wrong with each or null. */
export function problemsOf(fields: Readonly<Record<string, string | null>>): FieldErrors {
  const wrong = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
  return Object.fromEntries(wrong.map(([field, problem]) => [field, [problem]]))
}

/** A field of a submitted form, as text. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
