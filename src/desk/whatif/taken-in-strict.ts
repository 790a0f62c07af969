import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import { showUsd } from '#money/show.ts'
import { leftToInvest } from '#plans/left-rules.ts'
import { days } from '#texts/plan-terms.ts'
import { DAYS_AHEAD } from '#whatif/rules.ts'
import { DAYS_COUNTED, type Promising } from './plan-pace.ts'

/**
 * Up to where `strict` takes new investments on these terms with what is free now, for the longest duration and with an
 * inviter's bonus, in words; and about when that is used up if as much is invested as in the last 30 days. Micro-dollars.
 */
export function takenInStrict(
  free: MicroUsd,
  { daily_roi, ref_bonus, durations }: Promising,
  /** invested in the last 30 days */
  pace: MicroUsd,
  /** the least that an investment may be */
  minimum: MicroUsd,
): string {
  const longest = durations.at(-1) ?? 0
  const rates = {
    daily_roi: percentToWire(daily_roi),
    ref_bonus: percentToWire(ref_bonus),
    days: longest,
    withBonus: true,
  }
  const left = leftToInvest(rates, free)
  if (left === null) return 'It promises nothing, so it needs nothing of the reserve.'
  if (free <= ZERO)
    return 'Only what is set apart is promised, and nothing is free now: nobody can invest until more is set apart.'
  if (left < minimum)
    return `Only what is set apart is promised: the ${showUsd(free)} that is free now covers ${showUsd(left)} for ${days(longest)}. That is less than the minimum of ${showUsd(minimum)}, so nobody can invest for that long until more is set apart.`
  return `Only what is set apart is promised: with the ${showUsd(free)} that is free now, new investments of up to ${showUsd(left)} in all are taken for ${days(longest)}.${usedUp(left, pace)}`
}

function usedUp(left: MicroUsd, pace: MicroUsd): string {
  if (pace === ZERO) return ''
  const lasts = Number((left * DAYS_COUNTED) / pace)
  if (lasts >= DAYS_AHEAD) return ' At its present pace that is enough for two years.'
  return ` At its present pace that is used up ${lasts < 1 ? 'within a day' : `in about ${days(lasts)}`}.`
}
