import { removeAddressesSince, removeNewAddresses } from '#addresses/distrust.ts'
import { newestOn } from '#audit/read.ts'
import type { Actor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { takeBackChecks } from '#kyc/take-back-checks.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import type { UserRow } from '#users/find.ts'
import { dropOpenChanges } from './store.ts'

/** Passwords chosen by a link that are looked at: nobody gets as many links in three days. */
const MOST_RESETS = 100
const WHY_CHECKS = 'Your password was reset again within 72 hours, so hand your documents in again.'

/**
 * Ends what somebody else may have begun in an account whose owner takes it back or chooses another password: changes of
 * contact details that wait for their code, and addresses that were saved or confirmed since a moment, or never confirmed.
 * Their owner saves those again. Answers how many were in the address book. The caller holds the lock on the user.
 */
export async function endWhatWasBegun(tx: Tx, userId: string, at: Date, since: Date): Promise<number> {
  await dropOpenChanges(tx, userId, at)
  return removeAddressesSince(tx, userId, since, at)
}

/**
 * Ends it where another password is chosen by a link. Identity checks, too, where one was chosen so in the 72 hours before:
 * what was handed in since may be of somebody who reads the mailbox. Not otherwise: whoever has just joined and forgets
 * their password does not hand everything in again.
 */
export async function endWhatWasBegunBeforeReset(tx: Tx, clock: Clock, actor: Actor, user: UserRow): Promise<void> {
  const now = clock.now()
  await dropOpenChanges(tx, user.id, now)
  await removeNewAddresses(tx, user.id, now)
  const resets = (await newestOn(tx, [user.id], { action: 'reset password', most: MOST_RESETS })).get(user.id) ?? []
  const before72 = new Date(now.getTime() - UNDO_HOURS * HOUR)
  const first = resets.map(({ at }) => new Date(at)).findLast((at) => at >= before72)
  if (first !== undefined) await takeBackChecks(tx, clock, actor, user, { since: first, why: WHY_CHECKS })
}
