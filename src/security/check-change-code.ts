import { wrongChangeCodes } from '#identity/limits.ts'
import { hashCode } from '#identity/send-codes.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { isWithin, secondsClosed, tooMany } from '#kit/limit.ts'
import { Refusal } from '#kit/refusal.ts'
import { CODE_TRIES } from '#mail/rules.ts'
import { type ContactChangeRow, type ContactKind, lockOpenChange, updateContactChange } from './store.ts'

const TOO_MANY_WRONG = 'Too many incorrect codes were entered.'
export const NO_CHANGE = 'No change waits for a code. Begin again.'

/**
 * Whether the code of a change is right. A wrong one takes one of its five tries, and one of ten wrong ones that a user has
 * in a day, whatever comes after: so the refusal is answered, and the caller throws it when the try is committed.
 */
export async function checkChangeCode(
  tx: Tx,
  clock: Clock,
  { userId }: Investor,
  kind: ContactKind,
  typed: string,
): Promise<ContactChangeRow | Refusal> {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return wrong('Enter the six-digit code.')
  const change = await lockOpenChange(tx, userId, kind)
  if (change === undefined) return new Refusal('wrong state', NO_CHANGE)
  const limit = wrongChangeCodes(userId)
  const seconds = await secondsClosed(tx, clock, limit)
  if (seconds !== undefined) return tooMany(TOO_MANY_WRONG, seconds)
  if (change.tries >= CODE_TRIES) return wrong('This code was tried too often. Ask for a new one.')
  if (change.code_expires_at <= clock.now()) return wrong('This code has expired. Ask for a new one.')
  if (hashCode(tx, change.id, kind, code) === change.code_hash) return change
  await updateContactChange(tx, change.id, { tries: change.tries + 1 })
  await isWithin(tx, clock, limit)
  const left = CODE_TRIES - change.tries - 1
  return wrong(left > 0 ? `This code is incorrect. Tries left: ${left}.` : 'This code is incorrect. Ask for a new one.')
}

function wrong(sentence: string): Refusal {
  return new Refusal('bad input', sentence, { code: [sentence] })
}
