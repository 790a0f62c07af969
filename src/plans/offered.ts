import type { Tx } from '#kit/database.ts'
import { fromWire, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { reserveSeen } from '#reserve/open.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import type { Reserve } from '#reserve/set-apart.ts'
import type { Plan } from './contract.ts'
import { leftToInvest } from './left-rules.ts'

type Offered = { reserve: OfferedBacking; plans: (Plan & { left_to_invest: string | null })[] }

/**
 * Plans with what can still be invested in each, and what is set apart for promises to come; both are read at once, unless
 * the reserve is given as it was seen before. The bonus of whoever invited counts, unless it is read that whoever asks was
 * invited by nobody.
 */
export async function withBacking(
  tx: Tx,
  reading: Promise<readonly Plan[]>,
  seen: Promise<Reserve> = freeNow(tx),
  isInvited: Promise<boolean> | true = true,
): Promise<Offered> {
  const [plans, { backing, free }, withBonus] = await Promise.all([reading, seen, isInvited])
  return {
    reserve: { backing, free: toWire(free) },
    plans: plans.map((plan) => ({
      ...plan,
      left_to_invest: backing === 'disclosed' ? null : onWire(mostOf(plan, withBonus, free)),
    })),
  }
}

async function freeNow(tx: Tx): Promise<Reserve> {
  const { backing, free } = await reserveSeen(tx)
  return { backing, free: free[backing] }
}

/** For its longest duration; nothing where not even the least that it takes is left for its shortest. */
function mostOf(plan: Plan, withBonus: boolean, free: MicroUsd): MicroUsd | null {
  const leftFor = (days: number) => leftToInvest({ ...plan, days, withBonus }, free)
  const most = leftFor(Math.min(...plan.durations))
  return most !== null && most < fromWire(plan.min_amount) ? ZERO : leftFor(Math.max(...plan.durations))
}

function onWire(amount: MicroUsd | null): string | null {
  return amount === null ? null : toWire(amount)
}
