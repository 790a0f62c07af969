import { refuseWhileWaiting } from '#approvals/waiting.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { post } from '#ledger/post.ts'
import { accrueInvestor } from './accrue.ts'
import { postingBetween } from './books.ts'
import { decide } from './decide.ts'
import { drawOnSuspense } from './draw-on-suspense.ts'
import { lockForDecision } from './lock.ts'
import { mayMove, MOVES, whyNot } from './rules.ts'
import type { InvestmentRecord } from './store.ts'

/**
 * Approves an investment: the principal stands in the books, and earning begins at this second. It has come in for
 * this one unless `fromSuspense` names another of the same investor and wallet for which money is held.
 * 409 in any state but pending and waiting approval, where it is not the version that was looked at, and where what it
 * is paid from no longer holds it.
 */
export async function approveInvestment(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; fromSuspense?: string | undefined },
): Promise<void> {
  const locked = await lockForDecision(tx, actor, input.id)
  const clock = await databaseClock(tx)
  const { investment } = locked
  await refuseWhileWaiting(tx, { kind: 'investment', id: input.id })
  if (!mayMove('approve', investment.status)) refuse('wrong state', whyNot('approve', investment.status))
  refuseChanged('investment', investment.version, input.version)

  const now = clock.now()
  if (investment.source === 'reinvest') await accrueInvestor(tx, clock, actor, investment.user_id)
  const approved: InvestmentRecord = {
    ...investment,
    from_suspense: input.fromSuspense ?? null,
    status: MOVES.approve.to,
    reason: null,
    began_at: now,
    accrued_at: now,
    earned_posted: ZERO,
    version: investment.version + 1,
  }
  await drawOnSuspense(tx, clock, actor, investment, approved)
  await post(tx, actor, now, [postingBetween(investment, approved, 'approved')])
  await decide(tx, clock, actor, locked, {
    action: 'approve investment',
    title: 'Investment approved',
    after: approved,
    reason: null,
  })
}
