import type { Actor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { type ActId, newId, newToken } from '#kit/ids.ts'
import type { NewTransfer } from '#ledger/post.ts'
import { type MicroUsd, ZERO } from '#money/micro-usd.ts'
import type { PlanRecord } from '#plans/find.ts'
import { writeEachNew } from '#records/write-decision.ts'
import { NOT_EARNING, transferBetween } from '../books.ts'
import { factsOf } from '../decide.ts'
import type { InvestmentRecord } from '../store.ts'
import { copyTerms } from '../terms.ts'

/**
 * The investment that one makes which is over: for as long, on a plan's present terms, from a moment on. Bonus credit
 * becomes bonus credit again, all else is out of the Earnings Wallet. Nothing is set apart for it yet.
 */
export function madeAgain(
  parent: InvestmentRecord,
  { plan, amount, began, now }: { plan: PlanRecord; amount: MicroUsd; began: Date; now: Date },
): InvestmentRecord {
  return {
    ...parent,
    ...copyTerms(plan, parent.duration),
    id: newId(),
    tranx_id: newToken(),
    source: parent.source === 'bonus' ? 'bonus' : 'reinvest',
    amount,
    typed_amount: amount,
    reinvests: parent.id,
    at_end: 'to wallet',
    status: 'approved',
    reason: null,
    created_at: now,
    expires_at: now,
    ...NOT_EARNING,
    began_at: began,
    accrued_at: began,
    set_apart: ZERO,
    received: ZERO,
    refunded: ZERO,
    txid: null,
    from_suspense: null,
    version: 0,
  }
}

/**
 * Writes investments that others have made, with a decision, a line of the log and a notification of this title for each.
 * Answers the transfers that pay for them, in their order, which the caller posts.
 */
export async function writeMadeAgain(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  made: readonly InvestmentRecord[],
  { act, title }: { act?: ActId; title: string },
): Promise<NewTransfer[]> {
  await writeEachNew(tx, clock, actor, 'investment', made, {
    act,
    action: 'reinvest investment',
    title,
    factsOf: (one) => factsOf(one, ZERO),
  })
  return made.map((one) => transferBetween(null, one, 'approved'))
}
