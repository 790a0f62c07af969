import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newCode, newToken } from '#kit/ids.ts'
import { keyed } from '#kit/pepper.ts'
import { enqueueMail, enqueueText } from '#mail/enqueue.ts'
import { accountExists, emailCode as letterWithCode, phoneCode as textWithCode } from '#mail/templates.ts'
import { CODE_MINUTES, CODE_TRIES } from '#mail/rules.ts'
import { type RegistrationRow } from './store.ts'
import { spendText } from './text-budget.ts'
import { isEmailTaken } from '#users/take-back.ts'

const GOOD_FOR = { minutes: CODE_MINUTES, tries: CODE_TRIES }

type Codes = Pick<RegistrationRow, 'email_taken' | 'email_code_hash' | 'phone_code_hash' | 'codes_expire_at' | 'tries'>

/**
 * Sends a registration new codes, by mail and by text message, and answers what it is to keep of them. Where the
 * e-mail has an account already no code is mailed and none is right: its owner is told instead. 429 if the day's text
 * messages are spent.
 */
export async function sendCodes(
  tx: Tx,
  clock: Clock,
  registration: Pick<RegistrationRow, 'id' | 'name' | 'email' | 'phone'>,
): Promise<Codes> {
  const { id, email, phone } = registration
  const taken = await isEmailTaken(tx, email, clock.now())
  const emailCode = newCode()
  const phoneCode = newCode()
  await enqueueMail(tx, clock, {
    receiver: email,
    ...(taken ? accountExists() : letterWithCode({ name: registration.name, code: emailCode, ...GOOD_FOR })),
  })
  const { content, secret } = textWithCode({ code: phoneCode, ...GOOD_FOR })
  await spendText(tx, clock)
  await enqueueText(tx, clock, { receiver: phone, content, secret })
  return {
    email_taken: taken,
    email_code_hash: taken ? hashToken(newToken()) : hashCode(tx, id, 'email', emailCode),
    phone_code_hash: hashCode(tx, id, 'phone', phoneCode),
    codes_expire_at: new Date(clock.now().getTime() + CODE_MINUTES * MINUTE),
    tries: 0,
  }
}

/**
 * A code belongs to one registration and one channel: elsewhere the same digits have another hash. Six digits are quickly
 * tried through, so it takes the pepper to tell which code a hash belongs to.
 */
export function hashCode(tx: Tx, registrationId: string, channel: 'email' | 'phone', code: string): string {
  return keyed(tx, 'code', `${registrationId}/${channel}/${code}`)
}
