import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import { PRODUCT } from '#mail/letter.ts'
import { helpLimits } from './limits.ts'
import { lockForCredential } from './lock-for-credential.ts'
import { mailResetLink } from './mail-reset-link.ts'
import { tellOfCredential } from './tell-of-credential.ts'
import { changeUser } from '#users/change-user.ts'

/** Mails a locked-out user a reset link, to their own address; the administrator never sees it. 429 beyond one a minute, three in half an hour. */
export async function sendResetLink(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; appUrl: string },
): Promise<void> {
  const user = await lockForCredential(tx, actor, input.id)
  if (user.blocked_at !== null) {
    refuse('wrong state', 'This user’s sign-in is blocked, so a new password would not help. Unblock it first.')
  }
  await countAttempt(tx, clock, helpLimits(user.email), 'Too many links were sent.')
  await mailResetLink(tx, clock, user, {
    appUrl: input.appUrl,
    why: `You asked for help to get into your ${PRODUCT} account.`,
  })
  await changeUser(tx, user.id, { reset_sent_at: clock.now() })
  await recordAct(tx, clock, actor, { action: 'send reset link', subject: { kind: 'user', id: user.id } })
  await tellOfCredential(tx, clock, user.id, { status_text: 'reset link sent', status_color: 'yellow' })
}
