import { HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import { distrustSince, settleLater } from './store.ts'

/**
 * Removes all addresses that somebody has added or confirmed since a moment, and those that nobody has confirmed, for
 * which a link may still be good. Also what a withdrawal goes to: it is never approved then, and not paid if it was. Answers
 * how many of them were in the address book.
 */
export async function removeAddressesSince(tx: Tx, userId: string, since: Date, at: Date): Promise<number> {
  return distrustSince(tx, userId, since, at)
}

/** The same, since 72 hours before: where the sign-in of a stolen account is stopped, or its password chosen by a link. */
export async function removeNewAddresses(tx: Tx, userId: string, at: Date): Promise<void> {
  await removeAddressesSince(tx, userId, new Date(at.getTime() - UNDO_HOURS * HOUR), at)
}

/**
 * Lets addresses that are new now settle no sooner than a link is over that can take the account back: those that are not
 * confirmed or have not settled yet, and those confirmed in the 72 hours before what it takes back was `begun`, which it
 * would remove.
 */
export async function settleNoSooner(
  tx: Tx,
  userId: string,
  { begun, now, until }: Record<'begun' | 'now' | 'until', Date>,
): Promise<void> {
  const since = new Date(begun.getTime() - UNDO_HOURS * HOUR)
  await settleLater(tx, userId, { since, now, until })
}
