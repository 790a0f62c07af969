import type { Tx } from '#kit/database.ts'
import type { ApprovalKind } from './contract.ts'
import { REMOVED_COUNTS_FOR, rolesFor } from './rules.ts'
import { selectAnyOther } from './store.ts'

/**
 * Whether anybody but these could decide on what is of this kind, at a moment of the database's clock: a clock that is
 * ahead would forget who was removed lately.
 */
export async function isAnybodyElse(tx: Tx, now: Date, kind: ApprovalKind, but: readonly string[]): Promise<boolean> {
  return selectAnyOther(tx, rolesFor(kind), { but, since: new Date(now.getTime() - REMOVED_COUNTS_FOR) })
}
