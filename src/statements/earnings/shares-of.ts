import type { Tx } from '#kit/database.ts'
import type { TransferKind } from '#ledger/contract.ts'
import { toWire } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import type { Cause, EarnedShare, Yield } from '#statements/contract.ts'
import { selectShares, type ShareRow } from './store.ts'

/** What each investment has of the earnings among some transfers, by the transfer's id. */
export async function earnedSharesOf(
  tx: Tx,
  transfers: readonly { id: bigint; kind: TransferKind }[],
): Promise<ReadonlyMap<bigint, EarnedShare[]>> {
  const earnings = transfers.filter(({ kind }) => kind === 'investment earned').map(({ id }) => id)
  if (earnings.length === 0) return new Map()
  const shares = new Map<bigint, EarnedShare[]>()
  for (const row of await selectShares(tx, earnings)) {
    const { transfer_id, investment_id: id, plan_name: title, amount } = row
    const share: EarnedShare = { cause: { kind: 'investment', id, title }, amount: toWire(amount), yield: yieldOf(row) }
    shares.set(transfer_id, [...(shares.get(transfer_id) ?? []), share])
  }
  return shares
}

/** What earnings were about: their investment, or, of several, the investor, named by the plans. */
export function causeOfShares(userId: string, shares: readonly EarnedShare[]): Cause | undefined {
  const [first, ...others] = shares
  if (first === undefined || others.length === 0) return first?.cause
  const plans = new Set(shares.map(({ cause }) => cause.title))
  return { kind: 'user', id: userId, title: [...plans].join(', ') }
}

/** The formula of an earning: the terms as they stood when it was posted, and the seconds. */
function yieldOf({ principal, daily_roi, began_at, seconds_from, seconds_to }: ShareRow): Yield {
  const terms = { principal: toWire(principal), daily_roi: percentToWire(daily_roi), began_at: began_at.toISOString() }
  return { ...terms, seconds_from, seconds_to }
}
