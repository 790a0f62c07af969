import type { Tx } from '#kit/database.ts'
import { deleteFactorsOf, deleteFactorsSince } from './store.ts'

/** Erases the factors of somebody who closes their account, recovery codes included. Nobody signs in to it again. */
export async function eraseFactors(tx: Tx, userId: string): Promise<void> {
  await deleteFactorsOf(tx, userId)
}

/** Erases what was added to a user's factors from a moment on: it may have been added by whoever had taken the account.
 * Answers how many. */
export async function eraseFactorsSince(tx: Tx, userId: string, since: Date): Promise<number> {
  return deleteFactorsSince(tx, userId, since)
}
