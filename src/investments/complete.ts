import { endRequestsOn } from '#approvals/end-overtaken.ts'
import { recordDecisions } from '#audit/record.ts'
import type { System } from '#kit/actor.ts'
import type { Settings } from '#kit/config.ts'
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
import { type ChosenEnds, chosenEnds } from './again/at-end.ts'
import { writeMadeAgain } from './again/invest-again.ts'
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
/** What is asked of investors who invest again, where nobody says: the most there is to ask. */
const STRICTEST = { kyc: 'invest' } as const

/** One that is completed: as it was, as it is now, when it ended, and its last earning. */
type Completed = LockedInvestment & {
  accrued: InvestmentRecord
  after: InvestmentRecord
  at: Date
  share: EarningShare
}

/**
 * Completes investments whose duration is over: the last earning of each is credited and the principal goes to where it
 * may be used again, or is invested again at once, with its earnings or without, as its owner has chosen. Where that is
 * not possible they are told why. Passes over what somebody was first with, and what has time left.
 */
export async function completeInvestments(
  tx: Tx,
  job: System,
  ids: readonly string[],
  defaults: Pick<Settings, 'kyc'> = STRICTEST,
): Promise<void> {
  const { locked, clock } = await lockInvestments(tx, ids)
  const now = clock.now()
  const done = locked.flatMap((one): Completed[] => {
    const { record } = one
    if (!mayTransition('complete', record.status) || record.began_at === null) return []
    const at = endOf(record.began_at, record.duration)
    if (at > now) return []
    const { accrued, share } = accrualOf(record, now)
    const after: InvestmentRecord = {
      ...accrued,
      ...{ status: 'completed', completed_at: now, accrued_at: null },
      version: record.version + 1,
    }
    return [{ ...one, accrued, after, at, share }]
  })
  if (done.length === 0) return
  const ending = done.map(({ record, after, at }) => ({ record, at, earned: after.earned_posted }))
  const again = await chosenEnds(tx, clock, ending, defaults)
  await decideCompleted(tx, clock, job, done, again)
  const requests = { kind: 'investment', ids: done.map(({ after }) => after.id) } as const
  await endRequestsOn(tx, clock, job, requests, 'completed')
  const paid = await writeMadeAgain(tx, clock, job, again.made, { title: 'Investment reinvested at its end' })
  // Last, so that `expense/yield` is locked for no longer than it has to be.
  const movements = done.map(({ accrued, after, share }) => ({
    share,
    earnings: earningsTransfer(after.user_id, now, [share]),
    principal: transferBetween(accrued, after, 'completed'),
  }))
  const back = movements.flatMap(({ earnings, principal }) => [earnings, principal])
  const inTurn = paid.flatMap((transfer, n) => [transfer, ...(again.madeEarned[n]?.transfers ?? [])])
  const posting = await post(tx, job, now, [...again.earned.transfers, ...back, ...inTurn])
  const posted = new Map(posting.map(({ key, transferId }) => [key, transferId]))
  const shares = movements.flatMap(({ share, earnings }) => {
    const transferId = posted.get(earnings.key)
    return transferId === undefined ? [] : [{ ...share, transferId }]
  })
  if (shares.length > 0) await insertShares(tx, shares)
  for (const earned of [again.earned, ...again.madeEarned]) await earned.write(tx, posting)
}

/** Writes what `decide` writes of one: the records, their decisions and lines of the log, whom it tells, and what follows. */
async function decideCompleted(
  tx: Tx,
  clock: DatabaseClock,
  job: System,
  done: readonly Completed[],
  { refused }: ChosenEnds,
): Promise<void> {
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
      ...{ before: factsNow(record), after: factsNow(after), reason: notReinvested(refused.get(after.id)) },
      ...{ from: record.status, to: after.status },
    })),
  )
  await notifyEach(
    tx,
    clock,
    ['investments', 'balance'],
    done.flatMap(({ after }) => noticesOf(after, refused.get(after.id))),
  )
  for (const { after, inviterId } of done) {
    const { id, user_id: userId, amount, ref_bonus: refBonus, source, status } = after
    const referral = referrals.get(id) ?? null
    await followInvestment(tx, clock, job, { id, userId, inviterId, amount, refBonus, source, status, referral })
  }
}

/** What its owner is told of one that is completed, by one mail: where it was to be invested again, what became of that. */
function noticesOf(
  { user_id: userId, id, amount, at_end, status }: InvestmentRecord,
  whyNot: string | undefined,
): Notice[] {
  const notice = {
    userId,
    icon: 'investment' as const,
    bold_value: showUsd(amount),
    subject: { kind: 'investment' as const, id },
  }
  const completed = {
    ...{ ...notice, title: 'Investment completed', ownLetter: at_end !== 'to wallet' },
    ...{ status_color: COLOURS[status], status_text: status },
  }
  if (whyNot === undefined) return [completed]
  return [completed, { ...notice, title: 'Investment not reinvested', status_color: 'yellow', status_text: whyNot }]
}
type Notice = Parameters<typeof notifyEach>[3][number]

const notReinvested = (why: string | undefined) => (why === undefined ? null : `Not reinvested: ${why}`)

/** Completes everything whose duration is over. */
export async function completeDue(
  db: Database,
  job: System,
  stopping?: AbortSignal,
  defaults: Pick<Settings, 'kyc'> = STRICTEST,
): Promise<void> {
  const work: SweepWork = {
    find: async (tx, after, limit) => selectMatured(tx, (await databaseClock(tx)).now(), after, limit),
    handle: (tx, ids) => completeInvestments(tx, job, ids, defaults),
    ...{ together: TOGETHER, sideBySide: 2, found: FOUND },
  }
  await sweep(db, work, stopping)
}
