import { DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { readBeside } from '#kit/read-beside.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { allTogether, dayNumber, dueDays, type Summed } from './dues.ts'
import {
  planForSums,
  planForSumsBeside,
  type PostedOfRunning,
  selectRunningOn,
  selectRunningTerms,
  sumPendingBonuses,
  sumPosted,
} from './dues-store.ts'
import { type HeldAndOwed, kindsOf, type OwedByKind, readPosted, withRunning } from './held-and-owed.ts'
import type { Dues } from './runway.ts'
import { sumAccounts } from './store.ts'
import { type RunningOfDay, sumByDay } from './sum-running.ts'

/** All that runs at a moment, as it is summed; and together, micro-dollars: earned and not posted, and still to be posted. */
export type Running = Summed & { accrued: MicroUsd; toPost: MicroUsd }

/** Pieces in which it is read: while one is counted, the database has the next to gather. */
const PIECES = 4

/** Sums all that runs now. */
export async function sumAllRunning(tx: Tx, now: Date): Promise<Running> {
  const pieces = await askForRunning(tx, now)
  const [found, posted] = await atOnce([atOnce(pieces), sumPosted(tx, now)])
  return together(now, found, posted)
}

/** Asks for all that runs, and sums each piece as soon as it is there: what is asked behind them does not wait for that. */
async function askForRunning(tx: Tx, now: Date): Promise<Promise<RunningOfDay[]>[]> {
  const midnight = new Date((dayNumber(now) + 1) * DAY)
  const [, terms] = await atOnce([planForSums(tx), selectRunningTerms(tx)])
  const pieces = Array.from({ length: PIECES }, (_, piece) => terms.filter((_one, place) => place % PIECES === piece))
  return pieces.map(async (piece) => sumByDay(await selectRunningOn(tx, piece), now, midnight))
}

function together(now: Date, pieces: readonly RunningOfDay[][], { posted, ahead }: PostedOfRunning): Running {
  const sums = pieces.flat()
  let [earned, total] = [0n, 0n]
  for (const sum of sums) {
    earned += sum.earned
    total += sum.total
  }
  return { now, sums, accrued: microUsd(earned - posted + ahead), toPost: microUsd(total - posted) }
}

/**
 * What is promised, not credited yet and not set apart, micro-dollars: what of all that runs is still to be posted, and bonuses
 * that wait, less what is committed. The one count of it, for `/books` and for the desk.
 */
export function notSetApart({ toPost }: Running, pendingBonuses: MicroUsd, committed: MicroUsd): MicroUsd {
  return microUsd(toPost + pendingBonuses - committed)
}

/** What is held and owed at a moment, and what falls due when. Pending bonuses in micro-dollars. */
export type Standing = {
  running: Running
  books: HeldAndOwed
  kinds: OwedByKind
  pendingBonuses: MicroUsd
  dues: Dues
}

/**
 * How the house stands now: the figures of its books, and all that will be asked of them. What is posted is summed beside
 * what runs, at the same moment of the database.
 */
export async function standingNow(tx: Tx, now: Date): Promise<Standing> {
  const pieces = askForRunning(tx, now)
  const beside = readBeside(tx, async (other) => {
    // behind the pieces, so that they are counted meanwhile
    if (other === tx) await pieces.then(() => {})
    else await planForSumsBeside(other)
    return sumBooks(other, now)
  })
  const [found, days, { accounts, pendingBonuses, posted, held }] = await atOnce([
    pieces.then(atOnce),
    pieces.then((summed) => atOnce(summed.map(async (sums) => dueDays({ now, sums: await sums })))).then(allTogether),
    beside,
  ])
  const running = together(now, found, posted)
  const books = withRunning(held, [{ unposted: running.accrued }])
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

/** What is posted: of what runs, on all accounts, and on the house's own; and the bonuses that wait. */
async function sumBooks(tx: Tx, now: Date) {
  const [accounts, posted, pendingBonuses, held] = await atOnce([
    sumAccounts(tx),
    sumPosted(tx, now),
    sumPendingBonuses(tx),
    readPosted(tx),
  ])
  return { accounts, posted, pendingBonuses, held }
}
