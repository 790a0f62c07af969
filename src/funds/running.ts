import { setImmediate as letOthersGo } from 'node:timers/promises'
import { DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { dayNumber, dueDays, type Summed } from './dues.ts'
import { selectAllRunning, sumPendingBonuses, sumPosted } from './dues-store.ts'
import { type HeldAndOwed, kindsOf, type OwedByKind, readPosted, withRunning } from './held-and-owed.ts'
import type { Dues } from './runway.ts'
import { sumAccounts } from './store.ts'
import { sumByDay } from './sum-running.ts'

/** All that runs at a moment, as it is summed; and together, micro-dollars: earned and not posted, and still to be posted. */
export type Running = Summed & { accrued: MicroUsd; toPost: MicroUsd }

/** Sums all that runs now. */
export async function sumAllRunning(tx: Tx, now: Date): Promise<Running> {
  // what is sent is sent at once: the one connection has work while here is counted
  const [sums, { posted, ahead }] = await atOnce([
    selectAllRunning(tx).then((running) => sumByDay(running, now, new Date((dayNumber(now) + 1) * DAY))),
    sumPosted(tx, now),
  ])
  let [earned, total] = [0n, 0n]
  for (const sum of sums) {
    earned += sum.earned
    total += sum.total
  }
  return { now, sums, accrued: microUsd(earned - posted + ahead), toPost: microUsd(total - posted) }
}

/** What is held and owed at a moment, and what falls due when. Pending bonuses in micro-dollars. */
export type Standing = {
  running: Running
  books: HeldAndOwed
  kinds: OwedByKind
  pendingBonuses: MicroUsd
  dues: Dues
}

/** How the house stands now: the figures of its books, and all that will be asked of them. */
export async function standingNow(tx: Tx, now: Date): Promise<Standing> {
  const summed = sumAllRunning(tx, now)
  const [running, days, accounts, pendingBonuses, posted] = await atOnce([
    summed,
    summed.then(async (all) => letOthersGo().then(() => dueDays(all))),
    sumAccounts(tx),
    sumPendingBonuses(tx),
    readPosted(tx),
  ])
  const books = withRunning(posted, [{ unposted: running.accrued }])
  const kinds = kindsOf(accounts, books)
  const { earnings, accrued, referral, withdrawing, suspense } = kinds
  return {
    ...{ running, books, kinds, pendingBonuses },
    dues: {
      asOf: now,
      custody: books.custody,
      atOnce: microUsd(earnings + accrued + referral + withdrawing + suspense + pendingBonuses),
      days,
    },
  }
}
