import { fromWire, type MicroUsd } from '#money/micro-usd.ts'
import { parsePercent, shareOf } from '#money/percent.ts'
import { showUsdExact } from '#money/show.ts'

/** What an amount earns in a day as people read it: to the micro-dollar, as its investor reads it. */
export function perDay(amount: string, dailyRoi: string): string {
  return showUsdExact(earnedPerDay(amount, dailyRoi))
}

/** The same as money: each share rounded down on its own. */
export function earnedPerDay(amount: string, dailyRoi: string): MicroUsd {
  const rate = parsePercent(dailyRoi)
  if ('problem' in rate) throw new Error(`${dailyRoi} is not a percentage.`)
  return shareOf(fromWire(amount), rate.percent)
}
