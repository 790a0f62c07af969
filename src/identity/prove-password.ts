import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { countAttempt, uncountAttempt } from '#kit/limit.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { normaliseEmail } from '#users/rules.ts'
import type { Recipe } from './hash-cost.ts'
import { isSameHash, type Turn } from './passwords.ts'
import { recipeFor } from './recipe.ts'
import { signInLimits } from './sign-in-limits.ts'
import { noteWrongPassword } from './tell-of-guessing.ts'

/**
 * Whoever is signed in proves by their password that it is still them, in a turn of the hashing queue. It counts, and is
 * limited, as a sign-in is: a stolen session is no way to guess at a password. 422 under `field` where it is wrong. What
 * is done with it locks the user by `lockProven`.
 */
export async function provePassword(
  { db, clock }: { db: Database; clock: Clock },
  turn: Turn,
  actor: Investor,
  typed: { field: string; password: string },
  request: RequestFacts,
): Promise<{ user: UserRow; recipe: Recipe }> {
  const { user, recipe, limits } = await transaction(db, async (tx) => {
    const found = await findUser(tx, actor.userId)
    if (found === undefined) throw new Error(`user ${actor.userId} has gone`)
    const email = normaliseEmail(found.email)
    const counted = await signInLimits(tx, email, request)
    await countAttempt(tx, clock, counted, 'Too many incorrect passwords were entered.')
    return { user: found, recipe: await recipeFor(tx, email, found), limits: counted }
  })
  if (!isSameHash(user.password_hash, await turn.hash(typed.password, recipe))) {
    await transaction(db, (tx) => noteWrongPassword(tx, clock, normaliseEmail(user.email), request))
    refuseField(typed.field, 'This password is incorrect.')
  }
  turn.proved()
  await transaction(db, (tx) => uncountAttempt(tx, clock, limits))
  return { user, recipe }
}

/** Locks whoever has proved their password; 409 where it or the address was changed meanwhile. */
export async function lockProven(tx: Tx, proven: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, proven.id)
  if (user === undefined || user.password_hash !== proven.password_hash || user.email !== proven.email) {
    refuse('wrong state', 'Your account was changed meanwhile. Load the page again.')
  }
  return user
}
