import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { signInBlocked } from '#mail/templates.ts'
import type { UserRow } from '#users/find.ts'

/** Tells a blocked user by mail that they are, and why. */
export async function mailOfBlock(
  tx: Tx,
  clock: Clock,
  user: Pick<UserRow, 'email' | 'blocked_reason'>,
  appUrl: string,
): Promise<void> {
  await enqueueTelling(tx, clock, {
    receiver: user.email,
    ...signInBlocked({ reason: user.blocked_reason ?? '', link: `${appUrl}/support` }),
  })
}
