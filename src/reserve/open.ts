import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Backing } from './rules.ts'
import { lesser, nothingFree, type Reserve } from './set-apart.ts'
import {
  lockReserve,
  type ReserveNow,
  selectFree,
  selectReserve,
  selectReserveForPromise,
  selectSpokenFor,
} from './store.ts'

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
  const found = await selectReserveForPromise(tx)
  if (found.backing === 'disclosed' && found.balance === ZERO) return nothingFree()
  await lockReserve(tx)
  const { backing, balance } = await selectReserve(tx)
  return { backing, free: backing === 'disclosed' ? balance : await freeBut(tx, balance, butNot) }
}

/** What may be promised in `strict` by whoever is about to: what others that wait would promise is spoken for. */
async function freeBut(tx: Tx, balance: MicroUsd, butNot: string | null): Promise<MicroUsd> {
  const [others, own] = [await selectSpokenFor(tx, butNot), await selectFree(tx)]
  if (own >= ZERO || balance < others) return freeInStrict(balance, others, own)
  // nothing new is promised then, but what was spoken for stays so
  return lesser(microUsd(balance - others), microUsd((await selectSpokenFor(tx, null)) - others))
}

/** What the reserve comes to for those who only show it, micro-dollars; nothing is locked. */
export type SeenReserve = ReserveNow & {
  /** what all investments that wait would promise */
  spokenFor: MicroUsd
  /** the house's own money that is neither owed nor set apart; below zero where it has less than it owes */
  own: MicroUsd
  /** what is free for promises to come, whichever way they are backed */
  free: Readonly<Record<Backing, MicroUsd>>
}

export async function reserveSeen(tx: Tx): Promise<SeenReserve> {
  const [now, spokenFor, own] = await Promise.all([selectReserve(tx), selectSpokenFor(tx, null), selectFree(tx)])
  return { ...now, spokenFor, own, free: { disclosed: now.balance, strict: freeInStrict(now.balance, spokenFor, own) } }
}

/** What may be promised in `strict` beyond what is spoken for: nothing where the house has less than it owes. */
function freeInStrict(balance: MicroUsd, spokenFor: MicroUsd, own: MicroUsd): MicroUsd {
  return own < ZERO || balance < spokenFor ? ZERO : microUsd(balance - spokenFor)
}

/**
 * What of the reserve may be taken out of it, micro-dollars: in `strict` not what investments that wait would promise. Who
 * takes it out holds the lock on it.
 */
export async function mayLeaveReserve(tx: Tx): Promise<MicroUsd> {
  const { backing, balance } = await selectReserve(tx)
  return backing === 'disclosed' ? balance : microUsd(balance - (await selectSpokenFor(tx, null)))
}
