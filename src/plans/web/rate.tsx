import { parsePercent, percentToWire } from '#money/percent.ts'
import { yearlyRate } from '../rules.ts'

/** A plan's rate per day with the same rate per year beside it: nobody is shown the one without the other. */
export function Rate({ daily, className = '' }: { daily: string; className?: string }) {
  return (
    <span className={className}>
      {daily}% a day · {perYear(daily)}% a year
    </span>
  )
}

/** The rate of a day (as the wire writes it) for a year of 365 days, without compounding. */
export function perYear(daily: string): string {
  const read = parsePercent(daily)
  if ('problem' in read) throw new Error(`${daily} is not a percentage.`)
  return percentToWire(yearlyRate(read.percent))
}
