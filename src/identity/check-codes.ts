import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { isWithin, secondsClosed, tooMany } from '#kit/limit.ts'
import { type FieldErrors, Refusal } from '#kit/refusal.ts'
import { wrongCodesLimit } from './limits.ts'
import { CODE_TRIES } from '#mail/rules.ts'
import { hashCode } from './send-codes.ts'
import { changeRegistration, lockRegistration, type RegistrationRow } from './store.ts'

const EXPIRED = 'This code has expired'
const SPENT = 'These codes can no longer be used'

export type TypedCodes = { email_code: string; phone_code: string }

const TOO_MANY_WRONG = 'Too many incorrect codes were entered. Create your account again to get new ones, or wait.'

/**
 * Whether both codes of a registration are right. A wrong guess takes one of the five tries, and one of the ten wrong
 * ones that a registration has in a day, whatever comes after: so the refusal is answered, not thrown, and the caller
 * throws it when the try is committed. The registration is locked meanwhile, so that guesses that come together are
 * counted one by one.
 */
export async function checkCodes(
  tx: Tx,
  clock: Clock,
  registrationId: string,
  typed: TypedCodes,
): Promise<RegistrationRow | Refusal> {
  const codes = { email_code: withoutBlanks(typed.email_code), phone_code: withoutBlanks(typed.phone_code) }
  const unreadable = sentences(codes, (code) => !/^\d{6}$/.test(code), 'Enter the six-digit code.')
  if (Object.keys(unreadable).length > 0) return new Refusal('bad input', 'A code has six digits.', unreadable)

  const registration = await lockRegistration(tx, registrationId)
  if (registration === undefined) throw new Error(`registration ${registrationId} has gone`)
  const { id, tries } = registration
  if (registration.completed_at !== null) return new Refusal('wrong state', 'This account is verified. Sign in.')
  const spent = await refusalOfSpent(tx, clock, id)
  if (spent !== undefined) return spent
  if (tries >= CODE_TRIES) {
    return (
      (await countWrong(tx, clock, id)) ?? noLongerGood('These codes were tried too often. Ask for new ones.', SPENT)
    )
  }
  if (registration.codes_expire_at <= clock.now()) {
    return noLongerGood('These codes have expired. Ask for new ones.', EXPIRED)
  }
  const wrong: Record<keyof TypedCodes, boolean> = {
    email_code: hashCode(tx, id, 'email', codes.email_code) !== registration.email_code_hash,
    phone_code: hashCode(tx, id, 'phone', codes.phone_code) !== registration.phone_code_hash,
  }
  if (!wrong.email_code && !wrong.phone_code) return registration

  await changeRegistration(tx, id, { tries: tries + 1 })
  const last = await countWrong(tx, clock, id)
  if (last !== undefined) return last
  const left = CODE_TRIES - tries - 1
  const errors = sentences(codes, (_, field) => wrong[field], 'This code is incorrect.')
  if (left > 0) return new Refusal('bad input', `The code is incorrect. Tries left: ${left}.`, errors)
  return noLongerGood('The code is incorrect. Ask for new codes.', SPENT, errors)
}

/** 429 if so many wrong codes were typed for a registration within a day that it gets no more. */
export async function refuseSpentRegistration(tx: Tx, clock: Clock, registrationId: string): Promise<void> {
  const spent = await refusalOfSpent(tx, clock, registrationId)
  if (spent !== undefined) throw spent
}

/** Counts a wrong try; answers the refusal from then on where it was the last: new codes would be promised in vain. */
async function countWrong(tx: Tx, clock: Clock, registrationId: string): Promise<Refusal | undefined> {
  await isWithin(tx, clock, wrongCodesLimit(registrationId))
  return refusalOfSpent(tx, clock, registrationId)
}

async function refusalOfSpent(tx: Tx, clock: Clock, registrationId: string): Promise<Refusal | undefined> {
  const seconds = await secondsClosed(tx, clock, wrongCodesLimit(registrationId))
  return seconds === undefined ? undefined : tooMany(TOO_MANY_WRONG, seconds)
}

/** `codes` tells a screen that nothing but new codes helps, and why: it cannot know on its own. */
function noLongerGood(sentence: string, why: string, errors: FieldErrors = {}): Refusal {
  return new Refusal('bad input', sentence, { ...errors, codes: [why] })
}

function withoutBlanks(code: string): string {
  return code.replace(/\s/g, '')
}

function sentences(
  codes: TypedCodes,
  isWrong: (code: string, field: keyof TypedCodes) => boolean,
  sentence: string,
): FieldErrors {
  const fields = ['email_code', 'phone_code'] as const
  return Object.fromEntries(fields.filter((field) => isWrong(codes[field], field)).map((field) => [field, [sentence]]))
}
