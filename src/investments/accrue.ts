import type { System } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { databaseClock, type DatabaseClock, type Moment } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { type Entry, post, type Origin } from '#ledger/post.ts'
import { lockUsers } from '#users/lock-user.ts'
import { accrualOf } from './books.ts'
import { type InvestmentRecord, lockRunning, lockToAccrue, selectInvestorsToAccrue, writeAccruals } from './store.ts'
import { sweep, type SweepWork } from './sweep.ts'

/** Investors whose earnings are posted in one transaction, which keeps others from `expense/yield` until it is over. */
const TOGETHER = 50

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
  const running = await lockRunning(tx, userId)
  return creditEarned(tx, origin, clock.now(), running)
}

/**
 * The daily posting: credits everybody whose earnings were last counted before today began (UTC). It goes by the
 * records, so it may be stopped anywhere and begun again, by any number of processes: each looks again under the locks
 * and leaves alone what another has counted since.
 */
export async function accrueDue(db: Database, job: System, stopping?: AbortSignal): Promise<void> {
  const work: SweepWork = {
    find: async (tx, after, limit) =>
      selectInvestorsToAccrue(tx, startOfDay((await databaseClock(tx)).now()), after, limit),
    async handle(tx, userIds) {
      await lockUsers(tx, userIds)
      const now = (await databaseClock(tx)).now()
      await creditEarned(tx, job, now, await lockToAccrue(tx, userIds, startOfDay(now)))
    },
    together: TOGETHER,
    sideBySide: 1,
  }
  await sweep(db, work, stopping)
}

/** Posts what investments have earned by a moment, in one call. The caller holds the locks on them. */
async function creditEarned(
  tx: Tx,
  origin: Origin,
  by: Moment,
  running: readonly InvestmentRecord[],
): Promise<readonly Entry[]> {
  const accruals = running
    .filter(({ accrued_at }) => accrued_at !== null && accrued_at < by)
    .map((investment) => accrualOf(investment, by))
  if (accruals.length === 0) return []
  await post(
    tx,
    origin,
    by,
    accruals.map(({ transfer }) => transfer),
  )
  await writeAccruals(
    tx,
    by,
    accruals.map(({ accrued }) => accrued),
  )
  return accruals.flatMap(({ transfer }) => transfer.entries)
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY)
}
