import { putOut } from '#identity/end-sessions.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { System } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import type { PauseReason } from '#users/contract.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { deleteFactorsOf } from './store.ts'

/**
 * Removes all factors of a user who has lost them, recovery codes included: the password alone signs in again. All their
 * sessions end, with what was begun in them as an administrator: somebody else may have what was lost. They are told. The
 * caller has held the user's requests and then locked the user, and has written down who does it and why.
 */
export async function removeAllFactors(
  tx: Tx,
  clock: Clock,
  job: System,
  user: { id: string; name: string },
  pausedFor: PauseReason = 'second factor changed',
): Promise<void> {
  await deleteFactorsOf(tx, user.id)
  await putOut(tx, clock, job, { user, why: `The second factors of ${user.name} were removed.` })
  const follows = await pauseWithdrawals(tx, clock, user.id, pausedFor)
  await tellOfCredential(tx, clock, user.id, {
    ...{ title: 'Second factors', status_text: 'all removed', status_color: 'red', follows },
  })
  await closeDevices(tx, clock, user.id)
}
