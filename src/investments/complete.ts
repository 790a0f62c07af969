import { endRequestsOn } from '#approvals/end-overtaken.ts'
import { recordDecisions } from '#audit/record.ts'
import type { System } from '#kit/actor.ts'
import { databaseClock, type DatabaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { sweep, type SweepWork } from '#kit/sweep.ts'
import { post } from '#ledger/post.ts'
import { showUsd } from '#money/show.ts'
import { ZERO } from '#money/micro-usd.ts'
import { notifyEach } from '#notifications/notify.ts'
import { lockReferralsOf } from '#records/lock.ts'
import { COLOURS } from '#records/rules.ts'
import { followInvestment } from '#referrals/follow.ts'
import { accrualOf, earningsTransfer, transferBetween } from './books.ts'
import { factsOf } from './decide.ts'
import { type EarningShare, insertShares } from './earnings/store.ts'
import { type LockedInvestment, lockInvestments, writeCompleted } from './maturity/store.ts'
import { endOf, mayTransition } from './rules.ts'
import { type InvestmentRecord, selectMatured } from './store.ts'
import { usedOf } from './suspense/store.ts'

/** Investments that are completed in one transaction, which keeps others from their investors until it is over. */
const TOGETHER = 200
const FOUND = 2_000

/** One that is completed: as it was, as it is now, and its last earning. */
type Completed = LockedInvestment & { accrued: InvestmentRecord; after: InvestmentRecord; share: EarningShare }

/**
 * Completes investments whose duration is over: the last earning of each is credited and the principal goes to where it
 * may be used again. Passes over what somebody was first with, and what has time left.
 */
export async function completeInvestments(tx: Tx, job: System, ids: readonly string[]): Promise<void> {
  const { locked, clock } = await lockInvestments(tx, ids)
  const now = clock.now()
  const done = locked.flatMap((one): Completed[] => {
    const { record } = one
    if (!mayTransition('complete', record.status) || record.began_at === null) return []
    if (endOf(record.began_at, record.duration) > now) return []
    const { accrued, share } = accrualOf(record, now)
    const after: InvestmentRecord = {
      ...accrued,
      ...{ status: 'completed', completed_at: now, accrued_at: null },
      version: record.version + 1,
    }
    return [{ ...one, accrued, after, share }]
  })
  if (done.length === 0) return
  await decideCompleted(tx, clock, job, done)
  const requests = { kind: 'investment', ids: done.map(({ after }) => after.id) } as const
  await endRequestsOn(tx, clock, job, requests, 'completed')
  // Last, so that `expense/yield` is locked for no longer than it has to be.
  const movements = done.map(({ accrued, after, share }) => ({
    share,
    earnings: earningsTransfer(after.user_id, now, [share]),
    principal: transferBetween(accrued, after, 'completed'),
  }))
  const transfers = movements.flatMap(({ earnings, principal }) => [earnings, principal])
  const posted = new Map((await post(tx, job, now, transfers)).map(({ key, transferId }) => [key, transferId]))
  const shares = movements.flatMap(({ share, earnings }) => {
    const transferId = posted.get(earnings.key)
    return transferId === undefined ? [] : [{ ...share, transferId }]
  })
  if (shares.length > 0) await insertShares(tx, shares)
}

/** Writes what `decide` writes of one: the records, their decisions and lines of the log, whom it tells, and what follows. */
async function decideCompleted(tx: Tx, clock: DatabaseClock, job: System, done: readonly Completed[]): Promise<void> {
  const invited = done.filter(({ inviterId, record }) => inviterId !== null && record.source === 'payment')
  const referrals = await lockReferralsOf(
    tx,
    invited.map(({ record }) => record.id),
  )
  const used = new Map<string, Awaited<ReturnType<typeof usedOf>>>()
  for (const { record } of done) if (record.received > ZERO) used.set(record.id, await usedOf(tx, record.id))
  const factsNow = (record: InvestmentRecord) => factsOf(record, used.get(record.id) ?? ZERO)
  await writeCompleted(
    tx,
    clock.now(),
    done.map(({ after }) => after),
  )
  await recordDecisions(
    tx,
    clock,
    job,
    done.map(({ record, after }) => ({
      action: 'complete investment',
      subject: { kind: 'investment', id: after.id },
      ...{ before: factsNow(record), after: factsNow(after), reason: null },
      ...{ from: record.status, to: after.status },
    })),
  )
  const notices = done.map(({ after }) => ({
    userId: after.user_id,
    icon: 'investment' as const,
    title: 'Investment completed',
    bold_value: showUsd(after.amount),
    status_color: COLOURS[after.status],
    status_text: after.status,
    subject: { kind: 'investment' as const, id: after.id },
  }))
  await notifyEach(tx, clock, ['investments', 'balance'], notices)
  for (const { after, inviterId } of done) {
    const { id, user_id: userId, amount, ref_bonus: refBonus, source, status } = after
    const referral = referrals.get(id) ?? null
    await followInvestment(tx, clock, job, { id, userId, inviterId, amount, refBonus, source, status, referral })
  }
}

/** Completes everything whose duration is over. */
export async function completeDue(db: Database, job: System, stopping?: AbortSignal): Promise<void> {
  const work: SweepWork = {
    find: async (tx, after, limit) => selectMatured(tx, (await databaseClock(tx)).now(), after, limit),
    handle: (tx, ids) => completeInvestments(tx, job, ids),
    ...{ together: TOGETHER, sideBySide: 2, found: FOUND },
  }
  await sweep(db, work, stopping)
}
