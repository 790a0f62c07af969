import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, percent, percentToWire, shareOf, type Percent } from '#money/percent.ts'

/** What falls due on a day of UTC, `YYYY-MM-DD`, micro-dollars: what is earned on it, and principal that ends on it. */
export type DueDay = { day: string; earnings: MicroUsd; principal: MicroUsd }

/**
 * What is held against what falls due, micro-dollars. `atOnce` may be asked for today: earnings credited and earned
 * since, referral balances, open withdrawals, what lies in suspense, and bonuses that wait to be approved. `days` begin
 * with what is left of today, leave no day out and go to the last end. Promotional credit is in none of them: it is
 * invested and never paid out.
 */
export type Dues = { asOf: Date; custody: MicroUsd; atOnce: MicroUsd; days: readonly DueDay[] }

/** What falls due in all on a day of UTC, micro-dollars. */
export type DueAmount = { day: string; amount: MicroUsd }

/** All that falls due, day by day: what may be asked for at once falls on the first. */
export function dueOf({ atOnce, days }: Pick<Dues, 'atOnce' | 'days'>): DueAmount[] {
  return days.map(({ day, earnings, principal }, place) => ({
    day,
    amount: microUsd(earnings + principal + (place === 0 ? atOnce : ZERO)),
  }))
}

/**
 * The last day that can be paid in full out of what is held, with no new money, where each day pays the `share` of what
 * falls due on it, rounded down to the micro-dollar (business rules §2); the last of `due` where all of it can be paid.
 * Null: not even the first.
 */
export function paidUntil(custody: MicroUsd, due: readonly DueAmount[], share: Percent = percent(HUNDRED_PERCENT)) {
  let left: bigint = custody
  let until: string | null = null
  for (const { day, amount } of due) {
    left -= shareOf(amount, share)
    if (left < 0n) return until
    until = day
  }
  return until
}

/**
 * How long what is held lasts. `until` is the last day that can be paid in full with no new money, null if there is no
 * such day; `ifAll` is the percent that could be paid if everybody left this second and were given back what they may ask
 * for and their principal: two decimals, rounded down, at most 100; null where nobody is owed anything.
 */
export function runway(dues: Dues, share?: Percent): { until: string | null; ifAll: string | null } {
  const all = sum([dues.atOnce, ...dues.days.map(({ principal }) => principal)])
  const payable = dues.custody < all ? dues.custody : all
  return {
    until: paidUntil(dues.custody, dueOf(dues), share),
    ifAll: all === ZERO ? null : percentToWire(percent(((payable * 10_000n) / all) * 100n)),
  }
}
