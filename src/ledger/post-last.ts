import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { inTheEnd } from '#kit/pipeline.ts'
import { accountIds } from './account-ids.ts'
import { accountsMoved, type NewTransfer, post, type Origin, type Posted, Shortfall } from './post.ts'

/**
 * Posts in the end of the transaction, so that accounts of the house are locked last and for no longer than it takes to
 * commit. The ids of the accounts are asked for before, where they are not known: what is left for the end is one
 * statement. Calls `refuse` where an account would go below zero; without it throws the `Shortfall`. `afterwards` writes what
 * follows from the numbers of the transfers.
 */
export async function postLast(
  tx: Tx,
  origin: Origin,
  effectiveAt: Moment,
  transfers: readonly NewTransfer[],
  {
    refuse,
    afterwards,
  }: { refuse?: (shortfall: Shortfall) => never; afterwards?: (posted: readonly Posted[]) => Promise<void> } = {},
): Promise<void> {
  await accountIds(tx, accountsMoved(transfers))
  await inTheEnd(tx, async () => {
    try {
      const posted = await post(tx, origin, effectiveAt, transfers)
      await afterwards?.(posted)
    } catch (error) {
      if (error instanceof Shortfall) refuse?.(error)
      throw error
    }
  })
}
