import type { Tx } from '#kit/database.ts'
import { selectColleagues } from './colleagues-store.ts'
import type { ApprovalKind } from './contract.ts'
import { REMOVED_COUNTS_FOR } from './rules.ts'
import { type Colleague, isThere } from './second-rules.ts'

/**
 * Who could agree to anything, or could until lately, at a moment of the database's clock: a clock that is ahead would
 * forget who was removed lately, and who was made.
 */
export async function colleaguesAt(tx: Tx, now: Date): Promise<Colleague[]> {
  return selectColleagues(tx, new Date(now.getTime() - REMOVED_COUNTS_FOR))
}

/** Whether anybody but these could decide on what is of this kind, at a moment of the database's clock. */
export async function isAnybodyElse(tx: Tx, now: Date, kind: ApprovalKind, but: readonly string[]): Promise<boolean> {
  return isThere(kind, await colleaguesAt(tx, now), but)
}
