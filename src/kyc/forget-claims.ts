import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { eraseEveryClaim } from './claim-store.ts'

/** Erases what every claim says, as the owner of the tables, because nobody can open it any more. Decisions stay. */
export async function forgetClaims(tx: Tx, clock: Clock): Promise<void> {
  await eraseEveryClaim(tx, clock.now())
}
