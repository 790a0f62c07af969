import { earned, endOf } from './rules.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

const SECONDS_PER_DAY = 86_400

/** A day of an investment, 24 hours from its beginning or from the day before. Amounts in micro-dollars. */
export type IncomeDay = {
  /** when it is over */
  until: Date
  /** what it earns on this day, and has earned by its end */
  earned: MicroUsd
  soFar: MicroUsd
  /** of its principal, what comes back then: all of it at the end of the last day */
  back: MicroUsd
}

/**
 * What an investment that begins then earns day by day, and when its principal comes back: by the formula that posts
 * the earnings (`rules.ts`), counted from the beginning each time, so that the last day has what all of it comes to.
 */
export function incomeOf(terms: { amount: MicroUsd; rate: Percent; duration: number }, begins: Date): IncomeDay[] {
  const { amount, rate, duration } = terms
  return Array.from({ length: duration }, (_, place) => {
    const soFar = earned(amount, rate, (place + 1) * SECONDS_PER_DAY)
    return {
      until: endOf(begins, place + 1),
      earned: microUsd(soFar - earned(amount, rate, place * SECONDS_PER_DAY)),
      soFar,
      back: place + 1 === duration ? amount : ZERO,
    }
  })
}
