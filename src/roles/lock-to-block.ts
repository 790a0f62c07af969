import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockForCredential } from '#identity/lock-for-credential.ts'
import type { UserRow } from '#users/find.ts'
import { lockOwners } from '#users/lock-user.ts'

/**
 * Locks a user whose sign-in is about to be blocked or unblocked. Nobody does it to themselves, and to an administrator
 * only who is still an owner when all owners who can sign in are locked: so one is always left, also when two block
 * each other at once. 403, and 404 if there is no such user.
 */
export async function lockToBlock(tx: Tx, actor: Administrator, userId: string): Promise<UserRow> {
  if (userId === actor.userId) refuse('not allowed', 'You can’t block or unblock yourself.')
  const owners = await lockOwners(tx)
  const user = await lockForCredential(tx, actor, userId)
  if (user.roles.length > 0 && !owners.includes(actor.userId)) refuse('not allowed', 'You are no longer an owner.')
  return user
}
