import { earned } from '#investments/rules.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, percent, shareOf } from '#money/percent.ts'
import type { PlanTerms } from '#plans/rules.ts'
import { foreseeBooks, type BooksNow } from '#whatif/rules.ts'

export const DAYS_COUNTED = 30n
const SECONDS_PER_DAY = 86_400

export type Promising = Pick<PlanTerms, 'daily_roi' | 'ref_bonus' | 'durations'>

/** What an amount invested on these terms promises at most, micro-dollars: with the longest duration, and a bonus. */
export function mostPromised(amount: MicroUsd, { daily_roi, ref_bonus, durations }: Promising): MicroUsd {
  const longest = durations.at(-1) ?? 0
  return sum([earned(amount, daily_roi, longest * SECONDS_PER_DAY), shareOf(amount, ref_bonus)])
}

/** What began on a plan in the 30 days that the figures have, micro-dollars. */
export function paceOf(days: readonly { began: string }[]): MicroUsd {
  return sum(days.map(({ began }) => fromWire(began)))
}

/**
 * The first day whose earnings and bonuses the reserve does not cover in full, if as much as in the last 30 days is invested
 * on these terms, spread evenly, beside all that runs already; null if it covers those of two years. New money is none of
 * the reserve's.
 */
export function uncoveredAt(
  pace: MicroUsd,
  { daily_roi, ref_bonus, durations }: Promising,
  books: BooksNow,
): string | null {
  const amount = microUsd(pace / DAYS_COUNTED)
  const newInvestments = { count: 1, amount, daily_roi, ref_bonus, duration: durations.at(-1) ?? 0 }
  const withdrawn = percent(HUNDRED_PERCENT)
  return foreseeBooks(books, { newInvestments, withdrawn, run: null, returns: ZERO }).uncoveredFrom
}
