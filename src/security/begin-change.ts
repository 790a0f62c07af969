import { changeLimits, TOO_MANY_CODES } from '#identity/limits.ts'
import { lockProven } from '#identity/prove-password.ts'
import { hashCode } from '#identity/send-codes.ts'
import { spendText, textBudget } from '#identity/text-budget.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newCode, newId, newToken } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuseField } from '#kit/refusal.ts'
import { enqueueMail, enqueueText } from '#mail/enqueue.ts'
import { CODE_MINUTES, CODE_TRIES } from '#mail/rules.ts'
import { addressInUse, changeCode } from '#mail/security-templates.ts'
import { type UserRow } from '#users/find.ts'
import { isEmailTaken } from '#users/take-back.ts'
import { checkEmail, normaliseEmail } from '#users/rules.ts'
import { type ContactChangeRow, dropOpenChanges, insertContactChange } from './store.ts'

const GOOD_FOR = { minutes: CODE_MINUTES, tries: CODE_TRIES }
type Change = Pick<ContactChangeRow, 'kind' | 'new_value' | 'new_country' | 'old_value' | 'old_country'>

/**
 * Mails a code to the address that somebody wants to have, who has proved their password. An address that has an account
 * gets no code, its owner is told instead, and the answer is the same: nobody learns here who has one.
 */
export async function beginEmailChange(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proven, email: typed }: { proven: UserRow; email: string },
): Promise<void> {
  const user = await lockProven(tx, proven)
  const email = normaliseEmail(typed)
  const problem = checkEmail(email)
  if (problem !== null) refuseField('email', problem)
  if (email === normaliseEmail(user.email)) refuseField('email', 'This is your email address already.')
  const limits = changeLimits(user.id, { email }, { address: actor.address, textsADay: 0 })
  await countAttempt(tx, clock, limits, TOO_MANY_CODES)
  const taken = await isEmailTaken(tx, email, clock.now(), user.id)
  const change = {
    kind: 'email',
    new_value: email,
    new_country: null,
    old_value: user.email,
    old_country: null,
  } as const
  const code = await keep(tx, clock, user.id, change, taken)
  await enqueueMail(tx, clock, {
    receiver: email,
    ...(taken ? addressInUse() : changeCode('email', { code, ...GOOD_FOR })),
  })
}

/** Sends a code to the number that somebody wants to have, who has proved their password. */
export async function beginPhoneChange(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proven, phone, country }: { proven: UserRow; phone: string; country: string },
): Promise<void> {
  const user = await lockProven(tx, proven)
  if (phone === user.phone) refuseField('phone', 'This is your phone number already.')
  const { most: textsADay } = await textBudget(tx, clock)
  await countAttempt(tx, clock, changeLimits(user.id, { phone }, { address: actor.address, textsADay }), TOO_MANY_CODES)
  const old = { old_value: user.phone, old_country: user.country }
  const code = await keep(tx, clock, user.id, { kind: 'phone', new_value: phone, new_country: country, ...old }, false)
  await spendText(tx, clock)
  const { content, secret } = changeCode('phone', { code, ...GOOD_FOR })
  await enqueueText(tx, clock, { receiver: phone, content, secret })
}

/** Keeps what waits for its code, in the place of what waited before. Answers the code, which is right unless it is taken. */
async function keep(tx: Tx, clock: Clock, userId: string, change: Change, taken: boolean): Promise<string> {
  const now = clock.now()
  const [id, code] = [newId(), newCode()]
  await dropOpenChanges(tx, userId, now, change.kind)
  await insertContactChange(tx, {
    ...{ id, user_id: userId, ...change },
    code_hash: taken ? hashToken(newToken()) : hashCode(tx, id, change.kind, code),
    code_expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE),
    ...{ tries: 0, created_at: now, dropped_at: null },
    ...{ confirmed_at: null, undo_hash: null, undo_until: null, undone_at: null },
  })
  return code
}
