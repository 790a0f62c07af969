import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'

/** Locks a user whose credential is about to be handled. 404 if there is none; 403: administrators' are the owners'. */
export async function lockForCredential(tx: Tx, actor: Administrator, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such user.')
  if (user.roles.length > 0 && !actor.roles.includes('owner')) {
    refuse('not allowed', 'Only an owner can do this to an administrator.')
  }
  return user
}
