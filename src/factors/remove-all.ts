import { endSessions } from '#identity/end-sessions.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import type { PauseReason } from '#users/contract.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { deleteFactorsOf } from './store.ts'

/**
 * Removes all factors of a user who has lost them, recovery codes included: the password alone signs in again. All their
 * sessions end, and they are told. The caller holds the user's lock, and has written down who does it and why.
 */
export async function removeAllFactors(
  tx: Tx,
  clock: Clock,
  userId: string,
  pausedFor: PauseReason = 'second factor changed',
): Promise<void> {
  await deleteFactorsOf(tx, userId)
  await endSessions(tx, { user_id: userId }, clock.now())
  const follows = await pauseWithdrawals(tx, clock, userId, pausedFor)
  await tellOfCredential(tx, clock, userId, {
    ...{ title: 'Second factors', status_text: 'all removed', status_color: 'red', follows },
  })
  await closeDevices(tx, clock, userId)
}
