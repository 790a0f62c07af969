import { parseAmount, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { parsePercent, type Percent } from '#money/percent.ts'
import { showUsd } from '#money/show.ts'
import { dayAfter, daysBetween, DAYS_AHEAD, type Assumptions, type NewInvestments } from './rules.ts'

/** What somebody assumes, as they type it. */
export type TypedAssumptions = {
  new_investments: {
    count: number
    amount: string | number
    duration: number
    daily_roi: string | number
  } | null
  withdrawn: string | number
  run: { day: string; share: string | number } | null
  returns: string | number | null
}
/** What of a plan new investments go by, amounts in micro-dollars. */
export type PlanAssumed = {
  min_amount: MicroUsd
  max_amount: MicroUsd
  durations: readonly number[]
  ref_bonus: Percent
}

export const MOST_A_DAY = 100_000
export const MOST_WHAT_IFS = 100
export const LONGEST_WHAT_IF = 60

/**
 * Reads what somebody assumes. New investments keep to the limits and durations of their plan, and may have another rate
 * than the plan has now; a run is on one of the days that are looked at, of which `today` is the first. Answers what is
 * wrong by field, all at once.
 */
export function readAssumptions(
  typed: TypedAssumptions,
  plan: PlanAssumed | undefined,
  today: string,
): { assumed: Assumptions } | { errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {}
  const value = <Value extends object>(field: string, read: Value | { problem: string }): Value | undefined => {
    if (!('problem' in read)) return read
    errors[field] = [read.problem]
    return undefined
  }
  const made = typed.new_investments && readNewInvestments(typed.new_investments, plan, value)
  const withdrawn = value('withdrawn', parsePercent(typed.withdrawn))
  const run = typed.run && {
    day: value('day', readRunDay(typed.run.day, today)),
    share: value('share', parsePercent(typed.run.share)),
  }
  const returns = typed.returns === null ? { amount: ZERO } : value('returns', parseAmount(typed.returns))
  if (Object.keys(errors).length > 0 || !withdrawn || !returns) return { errors }
  return {
    assumed: {
      newInvestments: made ?? null,
      withdrawn: withdrawn.percent,
      run: run?.day && run.share ? { day: run.day.day, share: run.share.percent } : null,
      returns: returns.amount,
    },
  }
}

type Value = <Read extends object>(field: string, read: Read | { problem: string }) => Read | undefined

function readNewInvestments(
  typed: NonNullable<TypedAssumptions['new_investments']>,
  plan: PlanAssumed | undefined,
  value: Value,
): NewInvestments | undefined {
  const known = value('plan_id', plan ?? { problem: 'Choose a plan.' })
  const count = value('count', readCount(typed.count))
  const amount = value('amount', readAmountOf(typed.amount, plan))
  const duration = value('duration', readDuration(typed.duration, plan))
  const daily = value('daily_roi', parsePercent(typed.daily_roi))
  if (!known || !count || !amount || !duration || !daily) return undefined
  return { ...count, ...amount, ...duration, daily_roi: daily.percent, ref_bonus: known.ref_bonus }
}

function readCount(count: number): { count: number } | { problem: string } {
  return Number.isInteger(count) && count >= 1 && count <= MOST_A_DAY
    ? { count }
    : { problem: 'Enter a whole number from 1 to 100,000.' }
}

function readAmountOf(typed: string | number, plan: PlanAssumed | undefined) {
  const read = parseAmount(typed)
  if ('problem' in read || !plan) return read
  return read.amount >= plan.min_amount && read.amount <= plan.max_amount
    ? read
    : { problem: `The plan takes ${showUsd(plan.min_amount)} to ${showUsd(plan.max_amount)}.` }
}

function readDuration(duration: number, plan: PlanAssumed | undefined): { duration: number } | { problem: string } {
  return !plan || plan.durations.includes(duration) ? { duration } : { problem: 'Choose one of the plan’s durations.' }
}

function readRunDay(day: string, today: string): { day: string } | { problem: string } {
  const after = daysBetween(today, day)
  return after >= 0 && after < DAYS_AHEAD && dayAfter(today, after) === day
    ? { day }
    : { problem: 'Choose a day of the next two years.' }
}
