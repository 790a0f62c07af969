import { microUsd, wholeCents, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, percentFromWire } from '#money/percent.ts'
import type { Plan } from './contract.ts'

type Rates = Pick<Plan, 'daily_roi' | 'ref_bonus'> & { days: number; withBonus: boolean }

/**
 * The most of which the earnings of so many days, and `withBonus` the bonus of whoever invited, are covered by so much;
 * micro-dollars in whole cents, null where nothing is promised. Both are rounded down on their own, so together they are
 * never more than the rounded sum.
 */
export function leftToInvest({ daily_roi, ref_bonus, days, withBonus }: Rates, free: MicroUsd): MicroUsd | null {
  const promised = percentFromWire(daily_roi) * BigInt(days) + (withBonus ? percentFromWire(ref_bonus) : 0n)
  if (promised === 0n) return null
  return wholeCents(microUsd(((free > ZERO ? free : ZERO) * HUNDRED_PERCENT) / promised))
}
