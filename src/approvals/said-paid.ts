import type { Tx } from '#kit/database.ts'
import { type Unconfirmed, selectUnconfirmed } from './paid-store.ts'

export type { Unconfirmed }

/**
 * Of which of these withdrawals an administrator has said that it was paid, and no second one has confirmed it before the
 * request ended: the money may have gone out. By the id of the withdrawal. Not what waits, nor what was refused.
 */
export async function unconfirmedPayouts(
  tx: Tx,
  withdrawals: readonly { id: string; version: number }[],
): Promise<Map<string, Unconfirmed>> {
  const said = withdrawals.length === 0 ? [] : await selectUnconfirmed(tx, withdrawals)
  return new Map(said.map((one) => [one.withdrawal_id, one]))
}
