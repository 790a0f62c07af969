import type { PlatformFigures } from '#figures/contract.ts'
import { fromWire, microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { DaysAhead } from './flow.ts'

/** By the end of a day, amounts in micro-dollars. */
export type PayoutDay = {
  day: string
  /** principal that goes to Earnings Wallets, and earnings, on this day; and on all days up to its end */
  back: MicroUsd
  earned: MicroUsd
  soFar: { back: MicroUsd; earned: MicroUsd }
  /** all that may have been asked for by its end, what may be now included */
  all: MicroUsd
}

export type Payouts = {
  /** what investors may withdraw now, and what they have asked for and not been paid */
  now: MicroUsd
  held: MicroUsd
  days: PayoutDay[]
  /** the first day by whose end that is more than is held, if nothing else comes in */
  short: PayoutDay | undefined
}

/** What investors may ask for today and on the days after it, beside what is held. */
export function payoutsOf(
  { owed, held, due }: Pick<PlatformFigures, 'owed' | 'held' | 'due'>,
  ahead: DaysAhead,
): Payouts {
  const now = sum([owed.earnings, owed.accrued, owed.referral, owed.withdrawing].map(fromWire))
  const custody = fromWire(held.total)
  let soFar = { back: ZERO, earned: ZERO }
  const days = due.days.slice(0, 1 + ahead).map(({ day, comes_back, earns }) => {
    const [back, earned] = [fromWire(comes_back), fromWire(earns)]
    soFar = { back: microUsd(soFar.back + back), earned: microUsd(soFar.earned + earned) }
    return { day, back, earned, soFar, all: sum([now, soFar.back, soFar.earned]) }
  })
  return { now, held: custody, days, short: days.find((day) => day.all > custody) }
}
