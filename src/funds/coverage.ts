import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percent, percentToWire } from '#money/percent.ts'

/** How much of what is owed is held, in percent of two decimals, rounded down; null if nothing is owed. */
export function coverageOf(held: MicroUsd, owed: MicroUsd): string | null {
  return owed === ZERO ? null : percentToWire(percent(((held * 10_000n) / owed) * 100n))
}
