import type { Tx } from '#kit/database.ts'
import { selectReasons, selectRequesters } from './store.ts'

/**
 * Why transfers were made, by their ids, where somebody said so: the reason of the act that each names. Daily earnings
 * follow from the formula alone, whatever made them be posted, so no reason is told for them.
 */
export async function reasonsOf(tx: Tx, transfers: readonly { id: bigint }[]): Promise<Map<bigint, string>> {
  const rows = await selectReasons(
    tx,
    transfers.map(({ id }) => id),
  )
  return new Map(rows.map(({ transfer_id, reason }) => [transfer_id, reason]))
}

/** Who asked for these transfers, by their ids, where a second administrator agreed to what each names as its act. */
export async function requestersOf(
  tx: Tx,
  transfers: readonly { id: bigint }[],
): Promise<Map<bigint, { id: string; name: string }>> {
  const rows = await selectRequesters(
    tx,
    transfers.map(({ id }) => id),
  )
  return new Map(rows.map(({ transfer_id, ...requester }) => [transfer_id, requester]))
}
