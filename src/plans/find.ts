import type { Tx } from '#kit/database.ts'
import { toWire } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import type { Plan } from './contract.ts'
import { writeDurations } from './rules.ts'
import { selectPlan, selectPlans, selectPlansById, type PlanRecord, type PlanRow } from './store.ts'

export type { PlanRecord } from './store.ts'

/** A plan, available or not. */
export function findPlan(tx: Tx, id: string): Promise<PlanRecord | undefined> {
  return selectPlan(tx, id)
}

/** Plans with these ids, available or not, in no order. */
export function findPlans(tx: Tx, ids: readonly string[]): Promise<PlanRecord[]> {
  return selectPlansById(tx, ids)
}

/** Plans as the wire shows them, newest first. */
export async function listPlans(tx: Tx, { onlyAvailable }: { onlyAvailable: boolean }): Promise<Plan[]> {
  return (await selectPlans(tx, onlyAvailable)).map(planOnWire)
}

/** A plan in the wire's shape. */
export function planOnWire(plan: PlanRow): Plan {
  const daily = percentToWire(plan.daily_roi)
  return {
    ...plan,
    min_amount: toWire(plan.min_amount),
    max_amount: toWire(plan.max_amount),
    durations_copy: writeDurations(plan.durations),
    ref_bonus: percentToWire(plan.ref_bonus),
    daily_roi: daily,
    early_roi: percentToWire(plan.early_roi),
    daily_roi_percent: `${daily}%`,
  }
}
