import type { Investment } from '#investments/contract.ts'
import type { Terms } from '#investments/rules.ts'
import { fromWire } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'

/** The terms that an investment's earnings follow from, as the rules take them. */
export function termsOf({ amount, daily_roi, duration, began_at }: Investment): Terms {
  return {
    amount: fromWire(amount),
    daily_roi: percentFromWire(daily_roi),
    duration,
    began_at: began_at === null ? null : new Date(began_at),
  }
}
