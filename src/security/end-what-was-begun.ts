import { removeAddressesSince } from '#addresses/distrust.ts'
import { HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import { voidInvitationsOf } from '#roles/void-invitations.ts'
import { dropOpenChanges } from './store.ts'

/**
 * Ends what somebody else may have begun in an account whose owner takes it back or chooses another password by a link:
 * invitations to roles, changes of contact details that wait for their code, and addresses that were saved or confirmed
 * since a moment, by default 72 hours ago, or not at all. Their owner saves those again. The caller holds the lock on the user.
 */
export async function endWhatWasBegun(
  tx: Tx,
  userId: string,
  at: Date,
  since = new Date(at.getTime() - UNDO_HOURS * HOUR),
): Promise<void> {
  await voidInvitationsOf(tx, userId, at)
  await dropOpenChanges(tx, userId, at)
  await removeAddressesSince(tx, userId, since, at)
}
