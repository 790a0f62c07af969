import { earned } from '#investments/rules.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percent, percentToWire, shareOf, type Percent } from '#money/percent.ts'

/** How far it is looked ahead, today included: two years. */
export const DAYS_AHEAD = 730
const DAYS_A_MONTH = 30n
const SECONDS_PER_DAY = 86_400
const DAY = SECONDS_PER_DAY * 1000

/** A day of UTC, so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** How many days a day of UTC is after another. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / DAY
}

/** New investments of every day from tomorrow on: how many, of which amount each, and the terms of their plan. */
export type NewInvestments = {
  count: number
  amount: MicroUsd
  daily_roi: Percent
  /** whole days */
  duration: number
  ref_bonus: Percent
}

/** What is assumed of the days to come. */
export type Assumptions = {
  newInvestments: NewInvestments | null
  /** of whatever falls due, the share that is withdrawn on its day */
  withdrawn: Percent
  /** on a day of UTC, `YYYY-MM-DD`, this share of everybody leaves at once */
  run: { day: string; share: Percent } | null
  /** what the reserve earns in 30 days, micro-dollars */
  returns: MicroUsd
}

/** What falls due on a day of UTC, micro-dollars: what is earned on it, and principal that ends on it. */
type DueDay = { day: string; earnings: MicroUsd; principal: MicroUsd }

/** The books of now, as far as what comes depends on them, micro-dollars. */
export type BooksNow = {
  custody: MicroUsd
  /** may be asked for today: credited and earned since, referral balances and bonuses, open withdrawals, suspense */
  atOnce: MicroUsd
  /** of that, what is promised and not posted: earned since, and referral bonuses that wait for a decision */
  unposted: MicroUsd
  /** promotional credit, invested or not: owed, and never paid out */
  credit: MicroUsd
  /** set apart for promises */
  reserve: MicroUsd
  /** from what is left of today on, no day left out, to the last end */
  days: readonly DueDay[]
}

/** The end of a day, micro-dollars. */
export type ForeseenDay = {
  day: string
  custody: MicroUsd
  /** all that is owed: asked for and not paid, what was left in wallets, principal that runs, promotional credit */
  owed: MicroUsd
  reserve: MicroUsd
  /** asked for by then, and not paid since nothing was left */
  unpaid: MicroUsd
}

export type Foreseen = {
  days: ForeseenDay[]
  /** the first day that cannot be paid in full; null if every day of the two years can */
  unpaidFrom: string | null
  /** the first day whose earnings and bonuses the reserve does not bear in full; null if it bears those of every day */
  uncoveredFrom: string | null
}

/** Nothing new comes in, and nothing is earned outside: all else as it is assumed. */
export function withoutNewMoney(assumed: Assumptions): Assumptions {
  return { ...assumed, newInvestments: null, returns: ZERO }
}

/** Percent of what is owed that is held, two decimals, rounded down; null where nothing is owed. */
export function coverageOn({ custody, owed }: Pick<ForeseenDay, 'custody' | 'owed'>): string | null {
  return owed === ZERO ? null : percentToWire(percent(((custody * 10_000n) / owed) * 100n))
}

/**
 * What becomes of the books in the two years to come, day by day of UTC, if things go as they are assumed. Whole
 * micro-dollars, rounded down (business rules §2); the same input gives the same days. On each day, in this order:
 *
 * 1. From tomorrow on `count` new investments come in with its first second, each of `amount`. They earn by the rule of
 *    every investment (business rules §4), their principal ends with their duration, and every one of them brings its
 *    inviter a bonus, due that day: how many are invited is not known, so it is never fewer. The reserve earns: by the end of day n
 *    from today, `floor(returns × n / 30)` in all.
 * 2. What falls due is the day's earnings, the principal that ends, and bonuses; today, what may be asked for at once as
 *    well. Of it `floor(withdrawn × due)` is asked for, and the rest stays in the wallets. The reserve bears earnings and
 *    bonuses for as long as there is something in it.
 * 3. On the day of a run the share of everybody leaves: they ask for it of what the wallets hold, and of every later day's
 *    principal, whole; and of that share of each day's earnings nothing comes. What leaving early takes back is not
 *    counted: so it is never less than they could take.
 * 4. What is asked for, and what of days before was not paid, is paid out of what is held, as far as that goes.
 *
 * Running investments keep the terms with which they were made, whatever a plan pays by then. It takes a few
 * milliseconds, however many investments run, for it goes by what falls due on a day.
 */
export function foreseeBooks(books: BooksNow, assumed: Assumptions): Foreseen {
  const { withdrawn, run } = assumed
  const first = books.days[0]?.day
  const found: Foreseen = { days: [], unpaidFrom: null, uncoveredFrom: null }
  if (first === undefined) return found
  const runOn = run === null ? null : daysBetween(first, run.day)
  const comes = whatComes(books, assumed, runOn)
  let { custody, reserve } = books as { custody: bigint; reserve: bigint }
  let [wallets, unpaid, running] = [0n, 0n, books.days.reduce((all, { principal }) => all + principal, 0n)]
  for (let n = 0; n < DAYS_AHEAD; n++) {
    const day = dayAfter(first, n)
    const { newMoney, bonuses, returns, earnings, principal } = comes(n)
    custody += newMoney + returns
    running += newMoney - principal
    reserve += returns
    const promised = earnings + bonuses + (n === 0 ? books.unposted : 0n)
    if (promised > reserve) found.uncoveredFrom ??= day
    reserve = promised > reserve ? 0n : reserve - promised
    const due = earnings + principal + bonuses + (n === 0 ? books.atOnce : 0n)
    const asked = shareOf(microUsd(due), withdrawn)
    wallets += due - asked
    unpaid += asked
    if (run !== null && n === runOn) {
      const left = shareOf(microUsd(wallets), run.share)
      const ended = comes.leaving()
      wallets -= left
      running -= ended
      unpaid += left + ended
    }
    const paid = unpaid < custody ? unpaid : custody
    custody -= paid
    unpaid -= paid
    if (unpaid > 0n) found.unpaidFrom ??= day
    const owed = unpaid + wallets + running + books.credit
    found.days.push({ day, ...asMicroUsd({ custody, owed, reserve, unpaid }) })
  }
  return found
}

/** What comes in and falls due on each day, 0 being today; and what of principal leaves on the day of a run. */
function whatComes({ days }: BooksNow, { newInvestments, run, returns }: Assumptions, runOn: number | null) {
  const lastBefore = runOn ?? DAYS_AHEAD
  const begun = cohorts(newInvestments)
  /** of those who are there on the day of a run, and so may leave */
  const before = (n: number) => {
    const made = begun(1, Math.min(n, lastBefore), n)
    return {
      earnings: (days[n]?.earnings ?? 0n) + made.earnings,
      principal: (days[n]?.principal ?? 0n) + made.principal,
    }
  }
  const stays = (amount: bigint) => (run === null ? amount : amount - shareOf(microUsd(amount), run.share))
  const count = BigInt(newInvestments?.count ?? 0)
  const bonus = newInvestments ? count * shareOf(newInvestments.amount, newInvestments.ref_bonus) : 0n
  const returned = (n: number) => (returns * BigInt(n)) / DAYS_A_MONTH
  const comes = (n: number) => {
    const [there, later] = [before(n), begun(lastBefore + 1, n, n)]
    const left = n > lastBefore
    return {
      newMoney: n === 0 ? 0n : count * (newInvestments?.amount ?? 0n),
      bonuses: n === 0 ? 0n : bonus,
      returns: n === 0 ? 0n : returned(n) - returned(n - 1),
      earnings: (left ? stays(there.earnings) : there.earnings) + later.earnings,
      principal: (left ? stays(there.principal) : there.principal) + later.principal,
    }
  }
  comes.leaving = () => {
    const end = Math.max(days.length, lastBefore + 1 + (newInvestments?.duration ?? 0))
    let ended = 0n
    for (let n = lastBefore + 1; n < end; n++) {
      const { principal } = before(n)
      ended += principal - stays(principal)
    }
    return ended
  }
  return comes
}

/**
 * What new investments bring on day `on`, of those that begin with the days from `from` to `to`. Their earnings are those
 * of one from one age to another, for all in between are each other's days before and after.
 */
function cohorts(each: NewInvestments | null) {
  return (from: number, to: number, on: number): { earnings: bigint; principal: bigint } => {
    if (each === null) return { earnings: 0n, principal: 0n }
    const { amount, daily_roi, duration } = each
    const count = BigInt(each.count)
    const by = (age: number) => earned(amount, daily_roi, age * SECONDS_PER_DAY)
    const [youngest, oldest] = [Math.max(0, on - to), Math.min(on - from + 1, duration)]
    const ends = on - duration
    return {
      earnings: to >= from && oldest > youngest ? count * (by(oldest) - by(youngest)) : 0n,
      principal: ends >= from && ends <= to ? count * amount : 0n,
    }
  }
}

function asMicroUsd<Key extends string>(amounts: Record<Key, bigint>): Record<Key, MicroUsd> {
  return amounts as Record<Key, MicroUsd>
}
