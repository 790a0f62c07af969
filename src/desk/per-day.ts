import { fromWire, type MicroUsd } from '#money/micro-usd.ts'
import { parsePercent, shareOf } from '#money/percent.ts'
import { decimalsOf, showUsd, showUsdExact } from '#money/show.ts'

/** What an amount earns in a day, rounded down, as people read it. */
export function perDay(amount: string, dailyRoi: string): string {
  return showPerDay(earnedPerDay(amount, dailyRoi))
}

/** What is earned in a day as people read it: less than a cent to the micro-dollar, which cents alone would make nothing. */
export function showPerDay(earned: MicroUsd): string {
  return decimalsOf(earned) > 2 ? showUsdExact(earned) : showUsd(earned)
}

/** The same as money: each share rounded down on its own. */
export function earnedPerDay(amount: string, dailyRoi: string): MicroUsd {
  const rate = parsePercent(dailyRoi)
  if ('problem' in rate) throw new Error(`${dailyRoi} is not a percentage.`)
  return shareOf(fromWire(amount), rate.percent)
}
