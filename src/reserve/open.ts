import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { lesser, nothingFree, type Reserve } from './set-apart.ts'
import { lockReserve, selectFree, selectReserve, selectReserveForPromise, selectSpokenFor } from './store.ts'

export {
  selectReserveForPromise,
  lockBacking,
  lockReserve,
  selectBacking,
  selectFree,
  selectSpokenFor,
  selectReserve,
  updateBacking,
} from './store.ts'

/**
 * The reserve for whoever is about to make a promise, or to raise one: locked to the end of the transaction, unless there
 * is nothing to take and nothing to refuse. In `strict` what other investments that wait would promise is spoken for, but for
 * that of `butNot`, and nothing is free where the house has less than it owes. The caller holds the locks on people
 * and records, and none on an account.
 */
export async function openReserve(tx: Tx, butNot: string | null): Promise<Reserve> {
  const { backing, balance } = await selectReserveForPromise(tx)
  if (backing === 'disclosed' && balance === ZERO) return nothingFree()
  await lockReserve(tx)
  return reserveSeen(tx, butNot)
}

/** The same as it is seen without a lock, for whoever only says it. */
export async function reserveSeen(tx: Tx, butNot: string | null): Promise<Reserve> {
  const { backing, balance } = await selectReserve(tx)
  if (backing === 'disclosed') return { backing, free: balance }
  const [spoken, own] = [await selectSpokenFor(tx, butNot), await selectFree(tx)]
  const free = microUsd(balance - spoken)
  if (free < ZERO) return { backing, free: ZERO }
  // nothing new is promised then, but what was spoken for stays so
  const held = own < ZERO ? microUsd((await selectSpokenFor(tx, null)) - spoken) : free
  return { backing, free: lesser(free, held) }
}

/**
 * What of the reserve may be taken out of it, micro-dollars: in `strict` not what investments that wait would promise. Who
 * takes it out holds the lock on it.
 */
export async function mayLeaveReserve(tx: Tx): Promise<MicroUsd> {
  const { backing, balance } = await selectReserve(tx)
  return backing === 'disclosed' ? balance : microUsd(balance - (await selectSpokenFor(tx, null)))
}
