import type { System } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { databaseClock, type DatabaseClock, type Moment } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { sweep, type SweepWork } from '#kit/sweep.ts'
import { type Entry, type NewTransfer, post, type Origin, type Posted } from '#ledger/post.ts'
import { lockFreeUsers, lockUsers } from '#users/lock-user.ts'
import { accrualOf, earningsKey, earningsTransfer } from './books.ts'
import { type Earner, type EarningsBatch, postEarnings, selectEarners, writeAccruals } from './earnings/store.ts'
import { type EarningInvestment, lockRunning, selectInvestorsToAccrue } from './store.ts'

/** Investors whose earnings are posted in one transaction, which keeps others from `expense/yield` until it is over. */
const TOGETHER = 1_000
/** While one posts, another reads and works out what is next. */
const SIDE_BY_SIDE = 2
/** Investors who are found at once. */
const FOUND = 4_000

/**
 * Credits one investor with what all running investments have earned to the current second and not been credited, and
 * answers what it posted. Comes before any movement out of the Earnings Wallet. The caller holds the lock on the investor.
 */
export async function accrueInvestor(
  tx: Tx,
  clock: DatabaseClock,
  origin: Origin,
  userId: string,
): Promise<readonly Entry[]> {
  const running = await lockRunning(tx, [userId])
  return creditEarned(tx, origin, clock.now(), running)
}

/** The running investments of investors, locked, for whoever posts what they have earned with something else. */
export async function lockEarning(tx: Tx, userIds: readonly string[]): Promise<readonly EarningInvestment[]> {
  return lockRunning(tx, userIds)
}

/** What is to be posted, before anything that is taken from it, and what is written of it once it is. */
export type Earned = { transfers: NewTransfer[]; write(tx: Tx, posted: readonly Posted[]): Promise<void> }

/** What investments have earned by a moment and not been credited: a transfer for each investor. */
export function earnedUpTo(by: Moment, running: readonly EarningInvestment[]): Earned {
  const accruals = running
    .filter(({ accrued_at }) => accrued_at !== null && accrued_at < by)
    .map((investment) => accrualOf(investment, by))
  const ofInvestors = [...Map.groupBy(accruals, ({ accrued }) => accrued.user_id)].map(([userId, own]) => {
    const shares = own.map(({ share }) => share).filter(({ amount }) => amount > 0n)
    return { shares, transfer: earningsTransfer(userId, by, shares) }
  })
  return {
    transfers: ofInvestors.map(({ transfer }) => transfer),
    async write(tx, posted) {
      if (accruals.length === 0) return
      const transferIds = new Map(posted.map(({ key, transferId }) => [key, transferId]))
      await writeAccruals(tx, by, {
        accrued: accruals.map(({ accrued }) => accrued),
        shares: ofInvestors.flatMap(({ shares, transfer }) => {
          const transferId = transferIds.get(transfer.key)
          return transferId === undefined ? [] : shares.map((share) => ({ ...share, transferId }))
        }),
      })
    },
  }
}

/**
 * The daily posting: credits everybody whose earnings were last counted before today began (UTC), however many days ago.
 * It goes by the records, so it may be stopped anywhere and begun again, by any number of processes: each looks again
 * under the locks and leaves alone what another has counted since. Who is locked is another's, and is come back to at
 * the end.
 */
export async function accrueDue(db: Database, job: System, stopping?: AbortSignal, together = TOGETHER): Promise<void> {
  if (await postDue(lockFreeUsers)) await postDue(lockUsers)

  /** Answers whether anybody was left out, since another had them locked. */
  async function postDue(lock: typeof lockUsers): Promise<boolean> {
    let isAnybodyLeft = false
    const work: SweepWork = {
      find: async (tx, after, limit) =>
        selectInvestorsToAccrue(tx, startOfDay((await databaseClock(tx)).now()), after, limit),
      async handle(tx, userIds) {
        const locked = await lock(tx, userIds)
        if (locked.length < userIds.length) isAnybodyLeft = true
        if (locked.length === 0) return
        const [clock, earners] = await atOnce([databaseClock(tx), selectEarners(tx, locked)])
        await creditAll(tx, job, clock.now(), earners)
      },
      ...{ together, sideBySide: SIDE_BY_SIDE, found: FOUND },
    }
    await sweep(db, work, stopping)
    return isAnybodyLeft
  }
}

/**
 * The same of many investors in one statement, of what was last counted before that day began. Their numbers go to the
 * database and back as they are; what is earned of them is worked out here.
 */
async function creditAll(tx: Tx, job: System, at: Moment, earners: readonly Earner[]): Promise<void> {
  const today = startOfDay(at)
  const batch: EarningsBatch = { transfers: [], counted: [] }
  for (const { userId, account, running } of earners) {
    const place = batch.transfers.length
    const shares = running
      .filter(({ accrued_at }) => accrued_at !== null && accrued_at < today)
      .map((investment) => accrualOf(investment, at).share)
    const paid = shares.filter(({ amount }) => amount > 0n)
    for (const share of shares) batch.counted.push({ place: share.amount > 0n ? place : undefined, share })
    if (paid.length > 0) batch.transfers.push({ userId, account, key: earningsKey(userId, at, paid) })
  }
  if (batch.counted.length > 0) await postEarnings(tx, job, at, batch)
}

/** Posts what investments have earned by a moment: a transfer for each investor, in one call. The caller holds the locks on them. */
async function creditEarned(
  tx: Tx,
  origin: Origin,
  by: Moment,
  running: readonly EarningInvestment[],
): Promise<readonly Entry[]> {
  const earned = earnedUpTo(by, running)
  await earned.write(tx, await post(tx, origin, by, earned.transfers))
  return earned.transfers.flatMap(({ entries }) => entries)
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY)
}
