import { readName } from '#kit/rules.ts'
import { parseAmount, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { parsePercent, percent, percentToWire, type Percent } from '#money/percent.ts'

const DAYS_IN: ReadonlyMap<string, number> = new Map([
  ...['', 'd', 'day', 'days'].map((unit) => [unit, 1] as const),
  ...['w', 'week', 'weeks'].map((unit) => [unit, 7] as const),
  ...['month', 'months'].map((unit) => [unit, 30] as const),
  ...['y', 'year', 'years'].map((unit) => [unit, 365] as const),
])
const DAYS_PER_YEAR = 365
const LONGEST = 10 * DAYS_PER_YEAR

/**
 * Reads durations as people type them, `7, 14, 30` or `7 days, 2 weeks, 1 month`, to whole days, the shortest first,
 * each once. A number alone is days, a week 7, a month 30, a year 365; from 1 day to 10 years.
 * Returns a sentence that says what to do when they cannot be read.
 */
export function readDurations(typed: string): { durations: number[] } | { problem: string } {
  const days = new Set<number>()
  for (const part of typed.split(',')) {
    const [, number = '', unit = ''] = /^\s*([0-9]{1,4})\s*([a-z]*)\s*$/i.exec(part) ?? []
    const size = DAYS_IN.get(unit.toLowerCase())
    if (number === '' || size === undefined) {
      return { problem: 'Enter durations such as 7, 14, 30 or 7 days, 2 weeks, 1 month.' }
    }
    const length = Number(number) * size
    if (length < 1 || length > LONGEST) return { problem: 'Enter durations from 1 day to 10 years.' }
    days.add(length)
  }
  return { durations: [...days].sort((a, b) => a - b) }
}

/** Durations in whole days as text that `readDurations` reads back. */
export function writeDurations(durations: readonly number[]): string {
  return durations.join(', ')
}

/** The same rate for a year of 365 days, without compounding. May be far more than 100 %. */
export function yearlyRate(daily: Percent): Percent {
  return percent(daily * BigInt(DAYS_PER_YEAR))
}

/** What an investor agrees to. Amounts in micro-dollars, durations in whole days. */
export type PlanTerms = {
  name: string
  description: string
  min_amount: MicroUsd
  max_amount: MicroUsd
  durations: number[]
  ref_bonus: Percent
  daily_roi: Percent
  /** what an investment keeps that is left before its end, percent a day; at most the daily rate */
  early_roi: Percent
}

/** A plan as somebody types it. */
export type TypedPlan = {
  name: string
  description: string
  min_amount: string | number
  max_amount: string | number
  durations_copy: string
  ref_bonus: string | number
  daily_roi: string | number
  /** left out it is 0 */
  early_roi?: string | number | undefined
}

/**
 * Reads a plan as somebody typed it; a name or description that is as it is at `present` stays. Answers what is wrong by
 * field, all at once.
 */
export function readPlan(
  typed: TypedPlan,
  present?: { name: string; description: string },
): { terms: PlanTerms } | { errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {}
  const value = <Value extends object>(field: string, read: Value | { problem: string }): Value | undefined => {
    if (!('problem' in read)) return read
    errors[field] = [read.problem]
    return undefined
  }
  const name = value('name', readPlanName(typed.name, present?.name))
  const description = value('description', readDescription(typed.description, present?.description))
  const least = value('min_amount', parseAmount(typed.min_amount))
  const most = value('max_amount', parseAmount(typed.max_amount))
  const durations = value('durations_copy', readDurations(typed.durations_copy))
  const bonus = value('ref_bonus', parsePercent(typed.ref_bonus))
  const daily = value('daily_roi', parsePercent(typed.daily_roi))
  const early = value('early_roi', parsePercent(typed.early_roi ?? '0'))
  if (least && most && most.amount < least.amount) {
    errors['max_amount'] = ['Enter a maximum that is not below the minimum.']
  }
  if (daily && early && early.percent > daily.percent) {
    errors['early_roi'] = ['Enter an early rate that is not above the rate per day.']
  }
  if (!name || !description || !least || !most || !durations || !bonus || !daily || !early) return { errors }
  if (errors['max_amount'] || errors['early_roi']) return { errors }
  return {
    terms: {
      name: name.text,
      description: description.text,
      min_amount: least.amount,
      max_amount: most.amount,
      durations: durations.durations,
      ref_bonus: bonus.percent,
      daily_roi: daily.percent,
      early_roi: early.percent,
    },
  }
}

type Offered = PlanTerms & { available: boolean }

/**
 * Whether a change lets a plan pay out more than it does now, whatever it did before: a higher rate, early rate or referral percent,
 * a larger amount, a duration that was not offered (a longer one earns more, a shorter one pays the inviter more often),
 * or a plan shown again, whose rate is new to investors.
 */
export function paysMore(before: Offered, after: Offered): boolean {
  return (
    after.daily_roi > before.daily_roi ||
    after.early_roi > before.early_roi ||
    after.ref_bonus > before.ref_bonus ||
    after.max_amount > before.max_amount ||
    after.durations.some((days) => !before.durations.includes(days)) ||
    (after.available && !before.available)
  )
}

/** Whether what is invested again from now on, by hand or at its end, earns or keeps less than it would have. */
export function paysLess(before: Offered, after: Offered): boolean {
  return after.daily_roi < before.daily_roi || after.early_roi < before.early_roi
}

/** Whether a change gives investors something else to read: a name or a description may say where to pay. */
export function changesText(before: Offered, after: Offered): boolean {
  return after.name !== before.name || after.description !== before.description
}

/** A plan's terms as whoever agrees to them reads them; amounts as the wire writes them. */
export function planInWords(plan: Offered) {
  const { name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, early_roi, available } = plan
  return {
    ...{ name, min_amount: toWire(min_amount), max_amount: toWire(max_amount), durations: writeDurations(durations) },
    ...{ ref_bonus: `${percentToWire(ref_bonus)}%`, daily_roi: `${percentToWire(daily_roi)}%` },
    ...{ early_roi: `${percentToWire(early_roi)}%`, description },
    offered: available ? 'yes' : 'no',
  }
}

function readPlanName(typed: string, present: string | undefined): { text: string } | { problem: string } {
  const read = readName(typed, present)
  return 'problem' in read || read.text === present ? read : readPromise(read.text)
}

function readDescription(typed: string, present: string | undefined): { text: string } | { problem: string } {
  const text = typed.trim()
  return present !== undefined && text === present.trim() ? { text: present } : readPromise(text)
}

/** No plan may promise what nobody can: the capital is at risk. */
function readPromise(text: string): { text: string } | { problem: string } {
  return /guarant/i.test(text) ? { problem: 'Capital is at risk: leave out words that promise a return.' } : { text }
}
