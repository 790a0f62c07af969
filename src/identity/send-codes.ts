import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newCode, newToken } from '#kit/ids.ts'
import { enqueueMail, enqueueText } from '#mail/enqueue.ts'
import { CODE_MINUTES, CODE_TRIES } from './rules.ts'
import { type RegistrationRow, selectUserByEmail } from './store.ts'

type Codes = Pick<RegistrationRow, 'email_taken' | 'email_code_hash' | 'phone_code_hash' | 'codes_expire_at' | 'tries'>

/**
 * Sends a registration new codes, by mail and by text message, and answers what it is to keep of them. Where the
 * e-mail has an account already no code is mailed and none is right: its owner is told instead.
 */
export async function sendCodes(
  tx: Tx,
  clock: Clock,
  registration: Pick<RegistrationRow, 'id' | 'name' | 'email' | 'phone'>,
): Promise<Codes> {
  const { id, email, phone } = registration
  const taken = (await selectUserByEmail(tx, email)) !== undefined
  const emailCode = newCode()
  const phoneCode = newCode()
  await enqueueMail(tx, clock, {
    receiver: email,
    ...(taken ? accountExists() : mailWith(registration.name, emailCode)),
  })
  await enqueueText(tx, clock, { receiver: phone, content: textWith(phoneCode) })
  return {
    email_taken: taken,
    email_code_hash: taken ? hashToken(newToken()) : hashCode(id, 'email', emailCode),
    phone_code_hash: hashCode(id, 'phone', phoneCode),
    codes_expire_at: new Date(clock.now().getTime() + CODE_MINUTES * MINUTE),
    tries: 0,
  }
}

/** A code belongs to one registration and one channel: elsewhere the same digits have another hash. */
export function hashCode(registrationId: string, channel: 'email' | 'phone', code: string): string {
  return hashToken(`${registrationId}/${channel}/${code}`)
}

// Each code stands on a line of its own.
const GOOD_FOR = `It is good for ${CODE_MINUTES} minutes and ${CODE_TRIES} tries.`

function mailWith(name: string, code: string): { subject: string; content: string } {
  return {
    subject: 'Your Plumb code',
    content: `Welcome to Plumb, ${name}.\n\nYour e-mail code:\n\n${code}\n\n${GOOD_FOR} If you did not register, do nothing.\n`,
  }
}

function textWith(code: string): string {
  return `Your Plumb phone code:\n${code}\n${GOOD_FOR}\n`
}

function accountExists(): { subject: string; content: string } {
  return {
    subject: 'You have a Plumb account',
    content:
      'Somebody tried to register at Plumb with this e-mail address, which has an account already. ' +
      'Nothing was changed.\n\nIf it was you, sign in, or choose Forgot Password? there. If it was not, do nothing.\n',
  }
}
