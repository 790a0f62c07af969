import type { Tx } from '#kit/database.ts'
import { selectReasons } from './store.ts'

/**
 * Why transfers were made, by their ids, where somebody said so: the reason of the act that each names. Daily earnings
 * follow from the formula alone, whatever made them be posted, so no reason is told for them.
 */
export async function reasonsOf(tx: Tx, transfers: readonly { id: string }[]): Promise<Map<string, string>> {
  const rows = await selectReasons(
    tx,
    transfers.map(({ id }) => id),
  )
  return new Map(rows.map(({ transfer_id, reason }) => [transfer_id, reason]))
}
