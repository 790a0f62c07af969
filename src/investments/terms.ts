import { countOf } from '#kit/count-of.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { PlanRecord } from '#plans/find.ts'
import { fitsBooks } from './rules.ts'

/** Why an amount or a duration does not fit a plan's present terms, or null. */
export function outsidePlan(
  plan: PlanRecord,
  { amount, duration }: { amount: MicroUsd; duration: number },
): { field: 'amount' | 'duration'; sentence: string } | null {
  const { min_amount, max_amount, durations } = plan
  if (amount < min_amount || amount > max_amount) {
    const sentence = `The amount must be between ${showUsd(min_amount)} and ${showUsd(max_amount)}.`
    return { field: 'amount', sentence }
  }
  if (!durations.includes(duration)) {
    const last = countOf(durations.at(-1) ?? 0, 'day')
    const listed = [...durations.slice(0, -1), last].join(', ')
    return { field: 'duration', sentence: `The duration must be one of the plan's: ${listed}.` }
  }
  if (!fitsBooks(amount, plan.daily_roi, duration)) {
    return { field: 'amount', sentence: 'This amount is too large for the books.' }
  }
  return null
}

/** A plan's terms as an investment keeps them, whatever becomes of the plan. */
export function copyTerms(plan: PlanRecord, duration: number) {
  const { id, name, daily_roi, early_roi, ref_bonus } = plan
  return { plan_id: id, plan_name: name, duration, daily_roi, early_roi, ref_bonus }
}
