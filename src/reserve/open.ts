import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { nothingFree, type Reserve } from './set-apart.ts'
import { lockReserve, selectReserve } from './store.ts'

export { lockReserve, selectFree, selectReserve } from './store.ts'

/**
 * The reserve for whoever is about to make a promise, or to raise one: locked to the end of the transaction, unless there
 * is nothing to take and nothing to refuse. `held` are the promises that were spoken for before, by what waits to be paid;
 * in `strict` they are not free. The caller holds the locks on people and records, and none on an account.
 */
export async function openReserve(tx: Tx, held: (tx: Tx) => Promise<MicroUsd>): Promise<Reserve> {
  const seen = await selectReserve(tx)
  if (seen.backing === 'disclosed' && seen.balance === ZERO) return nothingFree()
  await lockReserve(tx)
  const { backing, balance } = await selectReserve(tx)
  return { backing, free: backing === 'strict' ? microUsd(balance - (await held(tx))) : balance }
}
