import type { FactorKind } from './actor.ts'

/** The kinds of refusal and their HTTP status: the one table (business rules §10). */
export const REFUSAL_STATUS = {
  'bad request': 400,
  'not signed in': 401,
  'not allowed': 403,
  'not found': 404,
  'too slow': 408,
  'wrong state': 409,
  'bad input': 422,
  'too many': 429,
  'not now': 503,
} as const

export type RefusalCode = keyof typeof REFUSAL_STATUS
export type FieldErrors = Record<string, string[]>
/** What a machine needs to know of a refusal, beside its sentence. */
export type Needed =
  /** a second factor, proved anew by one of these */
  | { readonly step_up: readonly FactorKind[] }
  /** a second factor, which this administrator has yet to add */
  | { readonly factor_required: true }

/** Something the caller can mend, said in a sentence for people. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldErrors | undefined
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined
  readonly needed: Needed | undefined

  constructor(code: RefusalCode, message: string, errors?: FieldErrors, retryAfter?: number, needed?: Needed) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.needed = needed
  }
}

/** Ends the verb with a refusal; the transaction is rolled back. */
export function refuse(code: RefusalCode, message: string, errors?: FieldErrors): never {
  throw new Refusal(code, message, errors)
}

/** Refuses one field, with the same sentence as message and under the field's name. */
export function refuseField(field: string, message: string): never {
  throw new Refusal('bad input', message, { [field]: [message] })
}

/** What an answer says beside the sentences of several fields. */
const SEVERAL_WRONG = 'Some fields need another look. See the note below each.'

/** Refuses everything that is wrong at once, and nothing where nothing is; of one field its own sentence is the message. */
export function refuseWrong(errors: FieldErrors): void {
  const [first, ...others] = Object.values(errors)
  if (first === undefined) return
  throw new Refusal('bad input', others.length === 0 ? (first[0] ?? '') : SEVERAL_WRONG, errors)
}

/**
 * Refuses to decide on a record, or to change it, where its version is not the one that was looked at any more.
 * Who does not say what was looked at decides on the record as it is.
 */
export function refuseChanged(what: string, version: number, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  refuse('wrong state', `This ${what} has changed since you opened it. Check it again first.`)
}
