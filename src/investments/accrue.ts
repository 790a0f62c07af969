import type { Actor } from '#kit/actor.ts'
import { DAY, type Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { post } from '#ledger/post.ts'
import { lockUser } from '#identity/lock-user.ts'
import { accrualOf } from './books.ts'
import { lockRunning, selectInvestorsToAccrue, writeAccruals } from './store.ts'
import { sweep } from './sweep.ts'

/**
 * Credits one investor with what all running investments have earned to the present second and not been credited.
 * Comes before any movement out of the Earnings Wallet. The caller holds the lock on the investor.
 */
export async function accrueInvestor(tx: Tx, clock: Clock, actor: Actor, userId: string): Promise<void> {
  const now = clock.now()
  const running = await lockRunning(tx, userId)
  // One that another process, whose clock runs ahead, has counted further than now is left as it is.
  const accruals = running
    .filter(({ accrued_at }) => accrued_at !== null && accrued_at < now)
    .map((investment) => accrualOf(investment, now))
  if (accruals.length === 0) return
  await post(
    tx,
    actor,
    now,
    accruals.map(({ posting }) => posting),
  )
  await writeAccruals(
    tx,
    userId,
    now,
    accruals.map(({ accrued }) => ({ id: accrued.id, earned: accrued.earned_posted })),
  )
}

/**
 * The daily posting: credits everybody whose earnings were last counted before today began (UTC). It goes by the
 * records, one investor at a time, so it may be stopped anywhere and begun again, by any number of processes.
 */
export async function accrueDue(db: Database, clock: Clock, actor: Actor, stopping?: AbortSignal): Promise<void> {
  const today = startOfDay(clock.now())
  await sweep(
    db,
    (tx, after, limit) => selectInvestorsToAccrue(tx, today, after, limit),
    async (tx, userId) => {
      await lockUser(tx, userId)
      await accrueInvestor(tx, clock, actor, userId)
    },
    stopping,
  )
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY)
}
