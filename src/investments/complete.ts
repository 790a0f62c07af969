import { endRequestOn } from '#approvals/end-overtaken.ts'
import type { System } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { post } from '#ledger/post.ts'
import { lockRecord } from '#records/lock.ts'
import { accrualOf, earningsTransfer, transferBetween } from './books.ts'
import { decide } from './decide.ts'
import { insertShares } from './earnings/store.ts'
import { endOf, mayTransition } from './rules.ts'
import { type InvestmentRecord, selectMatured } from './store.ts'
import { oneByOne, sweep, type SweepWork } from './sweep.ts'

/**
 * Completes an investment whose duration is over: the last earning is credited and the principal goes to where it
 * may be used again. Does nothing if somebody was first, or if there is time left.
 */
export async function completeInvestment(tx: Tx, job: System, input: { id: string }): Promise<void> {
  const locked = await lockRecord(tx, 'investment', input.id)
  if (locked === undefined) return
  const { record: investment } = locked
  const clock = await databaseClock(tx)
  const now = clock.now()
  if (!mayTransition('complete', investment.status) || investment.began_at === null) return
  if (endOf(investment.began_at, investment.duration) > now) return

  const { accrued, share } = accrualOf(investment, now)
  const completed: InvestmentRecord = {
    ...accrued,
    ...{ status: 'completed', completed_at: now, accrued_at: null },
    version: investment.version + 1,
  }
  await decide(tx, clock, job, locked, {
    action: 'complete investment',
    title: 'Investment completed',
    after: completed,
    reason: null,
  })
  await endRequestOn(tx, clock, job, { kind: 'investment', id: investment.id }, completed.status)
  // Last, so that `expense/yield` is locked for no longer than it has to be.
  const earnings = earningsTransfer(investment.user_id, now, [share])
  const posted = await post(tx, job, now, [earnings, transferBetween(accrued, completed, 'completed')])
  const transferId = posted.find(({ key }) => key === earnings.key)?.transferId
  if (transferId !== undefined) await insertShares(tx, [{ ...share, transferId }])
}

/** Completes everything whose duration is over. */
export async function completeDue(db: Database, job: System, stopping?: AbortSignal): Promise<void> {
  const find: SweepWork['find'] = async (tx, after, limit) =>
    selectMatured(tx, (await databaseClock(tx)).now(), after, limit)
  await sweep(
    db,
    oneByOne(find, (tx, id) => completeInvestment(tx, job, { id })),
    stopping,
  )
}
