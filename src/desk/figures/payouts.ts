import type { PlatformFigures } from '#figures/contract.ts'
import { centsInTurn } from '#figures/rules.ts'
import { fromWire, microUsd, sum, wholeCents, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { DaysAhead } from './flow.ts'

/** By the end of a day, amounts in whole cents. */
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

/**
 * What investors may ask for today and on the days after it, beside what is held. In whole cents throughout: the days
 * add up to what there is so far, and that to all of it, as they are read.
 */
export function payoutsOf(
  { owed, held, due }: Pick<PlatformFigures, 'owed' | 'held' | 'due'>,
  ahead: DaysAhead,
): Payouts {
  const now = wholeCents(sum([owed.earnings, owed.accrued, owed.referral, owed.withdrawing].map(fromWire)))
  const custody = wholeCents(fromWire(held.total))
  const coming = due.days.slice(0, 1 + ahead)
  const allBack = centsInTurn(coming.map(({ comes_back }) => fromWire(comes_back)))
  const allEarned = centsInTurn(coming.map(({ earns }) => fromWire(earns)))
  let soFar = { back: ZERO, earned: ZERO }
  const days = coming.map(({ day }, place) => {
    const [back, earned] = [allBack[place] ?? ZERO, allEarned[place] ?? ZERO]
    soFar = { back: microUsd(soFar.back + back), earned: microUsd(soFar.earned + earned) }
    return { day, back, earned, soFar, all: sum([now, soFar.back, soFar.earned]) }
  })
  return { now, held: custody, days, short: days.find((day) => day.all > custody) }
}
