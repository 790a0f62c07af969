import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { isWithin } from '#kit/limit.ts'
import { refuseField } from '#kit/refusal.ts'
import { mailOfBlock } from './block-user.ts'
import { resetLimit } from './limits.ts'
import { mailResetLink } from './mail-reset-link.ts'
import { checkEmail, normaliseEmail } from './rules.ts'
import { selectUserByEmail } from './store.ts'

/**
 * Mails a reset link where the address has an account, and says nothing of whether it has. Beyond five in an hour
 * no more go out, so that nobody is flooded; the earlier links are still good. A blocked user gets no link but the words
 * that a new password would not help.
 */
export async function forgotPassword(tx: Tx, clock: Clock, typed: string, appUrl: string): Promise<void> {
  const email = normaliseEmail(typed)
  const problem = checkEmail(email)
  if (problem !== null) refuseField('email', problem)
  const within = await isWithin(tx, clock, resetLimit(email))
  const user = await selectUserByEmail(tx, email)
  if (user === undefined || !within) return
  if (user.blocked_at !== null) return mailOfBlock(tx, clock, user, appUrl)
  const why = 'Somebody, most likely you, said that the password of your Plumb account was forgotten.'
  await mailResetLink(tx, clock, user, { appUrl, why })
}
