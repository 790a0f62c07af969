import { earned } from '#investments/rules.ts'
import { fromWire, microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire, HUNDRED_PERCENT } from '#money/percent.ts'
import type { Yield } from '#statements/contract.ts'

const SECONDS_PER_DAY = 86_400n
const SECOND = 1000

export type Formula = {
  principal: MicroUsd
  dailyRoi: string
  /** Whole seconds, and the moments between which they passed, in milliseconds. */
  seconds: number
  from: number
  to: number
  /** From the very beginning of the investment. */
  whole: boolean
  /** Parts of a micro-dollar were left for later. */
  roundedDown: boolean
  /** Parts left over from the seconds before, where they made up another micro-dollar. */
  carried: MicroUsd
  amount: MicroUsd
}

/**
 * The formula of the books (business rules §4) with its inputs: principal × rate × seconds ÷ 86,400, rounded down.
 * The books count from the beginning each time, so parts of a micro-dollar are carried on from posting to posting.
 * Undefined if it does not give exactly this amount: then it was corrected, and no formula may pretend otherwise.
 */
export function formulaOf({ principal, daily_roi, seconds_from, seconds_to, began_at }: Yield, amount: MicroUsd) {
  const [money, rate] = [fromWire(principal), percentFromWire(daily_roi)]
  const seconds = seconds_to - seconds_from
  if (earned(money, rate, seconds_to) - earned(money, rate, seconds_from) !== amount) return undefined
  const began = Date.parse(began_at)
  const formula: Formula = {
    principal: money,
    dailyRoi: daily_roi,
    seconds,
    from: began + seconds_from * SECOND,
    to: began + seconds_to * SECOND,
    whole: seconds_from === 0,
    roundedDown: (money * rate * BigInt(seconds)) % (SECONDS_PER_DAY * HUNDRED_PERCENT) !== 0n,
    carried: microUsd(amount - earned(money, rate, seconds)),
    amount,
  }
  return formula
}
