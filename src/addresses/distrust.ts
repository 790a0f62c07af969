import type { Tx } from '#kit/database.ts'
import { distrustSince, settleLater } from './store.ts'

/**
 * Removes all addresses that somebody has added or confirmed since a moment, and those that nobody has confirmed, for
 * which a link may still be good. Also what a withdrawal goes to: it is never approved then, and not paid if it was.
 */
export async function removeAddressesSince(tx: Tx, userId: string, since: Date, at: Date): Promise<void> {
  await distrustSince(tx, userId, since, at)
}

/** Lets addresses that were not confirmed yet settle no sooner than at a moment. */
export async function settleNoSooner(tx: Tx, userId: string, moment: Date): Promise<void> {
  await settleLater(tx, userId, moment)
}
