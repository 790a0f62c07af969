import { actsOn, leadsTo } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { toWire } from '#money/micro-usd.ts'
import type { HeldMoney } from '#investments/contract.ts'
import { heldOf, isWaiting } from '#investments/rules.ts'
import { type ListedInvestment, selectByIds } from '#investments/store.ts'
import { selectAwaited, selectHeld } from './store.ts'

/** The oldest so many investments of whose money some is still held in suspense, whoever's they are. */
export async function heldMoney(tx: Tx, limit: number): Promise<HeldMoney[]> {
  return onWire(tx, await selectHeld(tx, { limit }))
}

/** Money held for the same investor at the same payment wallet, with which this investment could be approved. */
export async function heldFor(tx: Tx, id: string): Promise<HeldMoney[]> {
  const [investment] = await selectByIds(tx, [id])
  if (investment === undefined) refuse('not found', 'There is no such investment.')
  const of = { userId: investment.user_id, walletId: investment.wallet_id }
  const held = await onWire(tx, await selectHeld(tx, { of, limit: MOST_OF_ONE }))
  return held.filter(({ uses }) => uses.some((use) => use.id === id))
}

/** Nobody has more payments at one wallet that are still to be settled. */
const MOST_OF_ONE = 100

async function onWire(tx: Tx, rows: readonly ListedInvestment[]): Promise<HeldMoney[]> {
  const acts = await actsOn(
    tx,
    rows.map(({ id }) => id),
  )
  const awaited = await selectAwaited(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map((row) => {
    const held = heldOf(row, row.used)
    const declined = (acts.get(row.id) ?? []).findLast(leadsTo('declined'))
    return {
      id: row.id,
      tranx_id: row.tranx_id,
      status: row.status,
      amount: toWire(row.amount),
      received: toWire(row.received),
      refunded: toWire(row.refunded),
      used: toWire(row.used),
      held: toWire(held),
      since: (declined?.at ?? row.created_at).toISOString(),
      reason: row.reason,
      user: { id: row.user_id, name: row.user_name, email: row.user_email },
      wallet: { id: row.wallet_id, wallet_name: row.wallet_name, network: row.network },
      uses: awaited
        .filter(({ user_id, wallet_id }) => user_id === row.user_id && wallet_id === row.wallet_id)
        .filter(({ amount }) => amount <= held && !isWaiting(row.status))
        .map(({ id, amount, plan_name, created_at }) => ({
          id,
          amount: toWire(amount),
          plan: plan_name,
          created_at: created_at.toISOString(),
        })),
    }
  })
}
