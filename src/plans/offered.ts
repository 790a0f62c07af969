import type { Tx } from '#kit/database.ts'
import { microUsd, toWire, wholeCents, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, percentFromWire } from '#money/percent.ts'
import { reserveSeen } from '#reserve/open.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import type { Reserve } from '#reserve/set-apart.ts'
import type { Plan } from './contract.ts'

type Offered = { reserve: OfferedBacking; plans: (Plan & { left_to_invest: string | null })[] }

/**
 * Plans with what can still be invested in each, and what is set apart for promises to come; both are read at once, unless
 * the reserve is given as it was seen before.
 */
export async function withBacking(
  tx: Tx,
  reading: Promise<readonly Plan[]>,
  seen: Promise<Reserve> = reserveSeen(tx, null),
): Promise<Offered> {
  const [plans, { backing, free }] = await Promise.all([reading, seen])
  return {
    reserve: { backing, free: toWire(free) },
    plans: plans.map((plan) => ({
      ...plan,
      left_to_invest: backing === 'disclosed' ? null : onWire(leftToInvest(plan, free)),
    })),
  }
}

function onWire(amount: MicroUsd | null): string | null {
  return amount === null ? null : toWire(amount)
}

type Rates = Pick<Plan, 'daily_roi' | 'ref_bonus' | 'durations'>

/**
 * The most of which the earnings over a plan's longest duration, and the bonus of whoever invited, are covered by so much;
 * micro-dollars in whole cents, null where the plan promises nothing. Both are rounded down on their own, so together they
 * are never more than the rounded sum.
 */
export function leftToInvest({ daily_roi, ref_bonus, durations }: Rates, free: MicroUsd): MicroUsd | null {
  const days = BigInt(Math.max(...durations))
  const promised = percentFromWire(daily_roi) * days + percentFromWire(ref_bonus)
  if (promised === 0n) return null
  return wholeCents(microUsd(((free > ZERO ? free : ZERO) * HUNDRED_PERCENT) / promised))
}
