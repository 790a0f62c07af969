import { endRequestOn, holdRequestOn } from '#approvals/end-overtaken.ts'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockRecord } from '#records/lock.ts'
import { CANCELLED } from '#kit/cancelled-rules.ts'
import { whyNotOpen } from '#records/rules.ts'
import { decide } from './decide.ts'
import { isUnpaid, TRANSITIONS } from './rules.ts'
import { selectInvestment } from './store.ts'

/**
 * The investor gives up an investment that is not marked as paid; no money moves. What came in for it before stays held
 * for them, and what comes in later goes the way of every declined one. What waits for a second administrator ends.
 * 404 if it is not the investor's own, 409 if it waits for no payment of theirs any more.
 */
export async function cancelInvestment(tx: Tx, actor: Investor, input: { id: string }): Promise<void> {
  const subject = { kind: 'investment', id: input.id } as const
  await holdRequestOn(tx, subject)
  const own = await selectInvestment(tx, actor.userId, input.id)
  const locked = own && (await lockRecord(tx, 'investment', own.id))
  if (!locked) refuse('not found', 'There is no such investment.')
  const { record: investment } = locked
  if (!isUnpaid(investment)) {
    const fromBalance = investment.status === 'pending'
    refuse('wrong state', fromBalance ? FROM_BALANCE : whyNotOpen('investment', TRANSITIONS.cancel, investment.status))
  }
  const clock = await databaseClock(tx)
  await decide(tx, clock, actor, locked, {
    action: 'cancel investment',
    title: 'Investment cancelled',
    after: { ...investment, status: TRANSITIONS.cancel.to, reason: CANCELLED },
    reason: CANCELLED,
  })
  await endRequestOn(tx, clock, actor, subject, CANCELLED)
}

const FROM_BALANCE =
  'This investment is not paid from outside, so there is no payment to cancel: an administrator decides on it.'
