import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUser, type LockedUser } from '#users/lock-user.ts'
import { inviterOf, lockReferral, sidesOf, type ReferralRecord } from './store.ts'

/**
 * Locks an investor and, where there is one, the inviter, in id order, so that whatever touches a referral of theirs
 * waits for the other. Comes before any other lock. Undefined where there is no such user.
 */
export async function lockWithInviter(tx: Tx, userId: string): Promise<LockedUser | undefined> {
  const inviter = await inviterOf(tx, userId)
  return (await lockBoth(tx, inviter === null ? [userId] : [userId, inviter])).get(userId)
}

/**
 * Locks a referral that an administrator is about to decide on: both sides, then the record.
 * 404 where there is none, 403 where the administrator is one of the sides.
 */
export async function lockForDecision(tx: Tx, actor: Administrator, id: string): Promise<ReferralRecord> {
  const sides = await sidesOf(tx, id)
  if (sides === undefined) refuse('not found', 'There is no such referral.')
  const { inviter_id, invited_id } = sides
  if (actor.userId === inviter_id || actor.userId === invited_id) {
    refuse('not allowed', 'Nobody handles a referral of their own: another administrator has to.')
  }
  await lockBoth(tx, [inviter_id, invited_id])
  const referral = await lockReferral(tx, id)
  if (referral === undefined) throw new Error(`referral ${id} has gone`)
  return referral
}

async function lockBoth(tx: Tx, userIds: readonly string[]): Promise<Map<string, LockedUser>> {
  const locked = new Map<string, LockedUser>()
  for (const id of userIds.toSorted()) {
    const user = await lockUser(tx, id)
    if (user !== undefined) locked.set(id, user)
  }
  return locked
}
