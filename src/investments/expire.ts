import { endRequestOn } from '#approvals/end-overtaken.ts'
import type { System } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { oneByOne, sweep, type SweepWork } from '#kit/sweep.ts'
import { lockRecord } from '#records/lock.ts'
import { decide } from './decide.ts'
import { EXPIRED } from '#kit/cancelled-rules.ts'
import { awaitsPayment, mayTransition, TRANSITIONS } from './rules.ts'
import { selectExpired } from './store.ts'

/** Declines a pending investment that was not paid in time; what waits for a second administrator ends with it. Does nothing if somebody was first. */
export async function expireInvestment(tx: Tx, job: System, input: { id: string }): Promise<void> {
  const locked = await lockRecord(tx, 'investment', input.id)
  if (locked === undefined) return
  const clock = await databaseClock(tx)
  const { record: investment } = locked
  if (!awaitsPayment(investment) || !mayTransition('expire', investment.status)) return
  if (investment.expires_at > clock.now()) return

  await decide(tx, clock, job, locked, {
    action: 'expire investment',
    title: 'Investment expired',
    after: { ...investment, status: TRANSITIONS.expire.to, reason: EXPIRED },
    reason: EXPIRED,
  })
  await endRequestOn(tx, clock, job, { kind: 'investment', id: investment.id }, EXPIRED)
}

/** Declines everything that was not paid in time. */
export async function expireDue(db: Database, job: System, stopping?: AbortSignal): Promise<void> {
  const find: SweepWork['find'] = async (tx, after, limit) =>
    selectExpired(tx, (await databaseClock(tx)).now(), after, limit)
  await sweep(
    db,
    oneByOne(find, (tx, id) => expireInvestment(tx, job, { id })),
    stopping,
  )
}
