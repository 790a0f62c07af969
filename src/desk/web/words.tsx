import { fromWire } from '#money/micro-usd.ts'
import { parsePercent, shareOf } from '#money/percent.ts'
import { showUsd } from '#money/show.ts'

/** An amount of the wire as people read it, in a sentence or on a button. */
export function dollars(amount: string): string {
  return showUsd(fromWire(amount))
}

/** What an amount earns in a day, rounded down, as people read it. */
export function perDay(amount: string, dailyRoi: string): string {
  const rate = parsePercent(dailyRoi)
  if ('problem' in rate) throw new Error(`${dailyRoi} is not a percentage.`)
  return showUsd(shareOf(fromWire(amount), rate.percent))
}

/** What a sentence is about. */
export function bold(text: string) {
  return <b className="text-ink">{text}</b>
}
