import * as text from '#texts/plan-terms.ts'
import { percentFromWire, percentToWire } from '#money/percent.ts'
import { yearlyRate } from '../rules.ts'

/** A plan's rate per day with the same rate per year beside it: nobody is shown the one without the other. */
export function Rate({ daily, className = '' }: { daily: string; className?: string }) {
  return <span className={className}>{text.rate(daily, perYear(daily))}</span>
}

/** The rate of a day (as the wire writes it) for a year of 365 days, without compounding. */
export function perYear(daily: string): string {
  return percentToWire(yearlyRate(percentFromWire(daily)))
}
