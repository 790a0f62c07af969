import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { resetLink } from '#mail/password-templates.ts'
import { RESET_MINUTES } from '#mail/rules.ts'
import { WITHDRAWALS_PAUSED } from '#users/pause-rules.ts'
import { insertResetLink, useResetLinks } from './store.ts'
import type { UserRow } from '#users/find.ts'

/**
 * Mails a user a link to choose a new password: good once, for 30 minutes, and the only good one. It goes to their own
 * address, nowhere else. The caller holds the user's lock, so that of several at once the last alone is good.
 */
export async function mailResetLink(
  tx: Tx,
  clock: Clock,
  user: Pick<UserRow, 'id' | 'email'>,
  mail: { appUrl: string; why: string },
): Promise<void> {
  const now = clock.now()
  const token = newSecret()
  await useResetLinks(tx, user.id, now)
  await insertResetLink(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    created_at: now,
    expires_at: new Date(now.getTime() + RESET_MINUTES * MINUTE),
    used_at: null,
  })
  const link = `${mail.appUrl}/reset-password?token=${token}`
  await enqueueMail(tx, clock, {
    receiver: user.email,
    ...resetLink({ why: mail.why, link, minutes: RESET_MINUTES, follows: WITHDRAWALS_PAUSED }),
  })
}
