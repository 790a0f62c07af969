import { setImmediate as letOthersGo } from 'node:timers/promises'
import { DAY } from '#kit/clock.ts'
import { microUsd, sum, ZERO } from '#money/micro-usd.ts'
import type { DueDay } from './runway.ts'
import type { RunningOfDay } from './sum-running.ts'

/** The UTC day of a moment, counted from 1970. */
export function dayNumber(moment: Date): number {
  return Math.floor(moment.getTime() / DAY)
}

/** `YYYY-MM-DD` of a day counted from 1970. */
export function dayName(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/**
 * What all that runs brings on each day of UTC, micro-dollars, from what is left of today to its last end: what is earned
 * on it, and the principal that ends on it and is no promotional credit. Exactly what the formula that posts the earnings
 * gives by the end of each day less what it gives by its beginning, each investment rounded down for itself (business
 * rules §4): whole days bring the same each time, and what their fractions gather to is counted through.
 */
export async function dueDays({ now, sums }: Summed): Promise<DueDay[]> {
  const today = dayNumber(now)
  const last = sums.reduce((latest, { ends }) => Math.max(latest, ends - today), 0)
  const none = () => Array.from({ length: last + 2 }, () => 0n)
  /** `more`: by how much more is earned on a whole day than on the one before */
  const due = { earnings: none(), principal: none(), more: none() }
  for (const sum of sums) addSum(due, sum, Math.max(sum.ends - today, 0))
  await gather(due.earnings, sums, today)
  let whole = 0n
  for (let day = 1; day <= last; day += 1) {
    whole += due.more[day] ?? 0n
    add(due.earnings, day, whole)
  }
  return Array.from({ length: last + 1 }, (_, place) => ({
    day: dayName(today + place),
    earnings: microUsd(due.earnings[place] ?? 0n),
    principal: microUsd(due.principal[place] ?? 0n),
  }))
}

/** The same of all together, of what was counted piece by piece: each begins with today. */
export function allTogether(pieces: readonly DueDay[][]): DueDay[] {
  const longest = pieces.reduce((most, days) => (days.length > most.length ? days : most), [])
  return longest.map(({ day }, place) => ({
    day,
    earnings: sum(pieces.map((days) => days[place]?.earnings ?? ZERO)),
    principal: sum(pieces.map((days) => days[place]?.principal ?? ZERO)),
  }))
}

/** All that runs at a moment, as it was summed. */
export type Summed = { now: Date; sums: readonly RunningOfDay[] }

type Due = Record<'earnings' | 'principal' | 'more', bigint[]>

const add = (to: bigint[], day: number, amount: bigint) => (to[day] = (to[day] ?? 0n) + amount)

/** What is left of today, whole days, and on the last what is not earned by then. */
function addSum({ earnings, principal, more }: Due, sum: RunningOfDay, last: number): void {
  add(principal, last, sum.principal)
  if (last === 0) {
    add(earnings, 0, sum.total - sum.earned)
    return
  }
  add(earnings, 0, sum.by_midnight - sum.earned)
  add(earnings, last, sum.total - sum.by_midnight - sum.whole_day * BigInt(last - 1))
  add(more, 1, sum.whole_day)
  add(more, last, -sum.whole_day)
}

/** Parts that make a micro-dollar, in which its fractions are counted: ten-thousandths of a percent. */
const WHOLE = 1_000_000
/** Days counted through between two turns of whatever else waits: a few milliseconds. */
const AT_A_TIME = 500_000
/** More days than anything lasts, so that a fraction, what has gathered of it and its last day are one number. */
const DAYS = 2 ** 13

/**
 * Counts through what the fractions of whole days gather to: a micro-dollar each time, which the last day then lacks. Those
 * that gather alike are counted through once, to the last day of any of them: in whole cents there are a hundred fractions,
 * and what has gathered matters in steps of what all of its sums are multiples of. Others have their turn meanwhile.
 */
async function gather(earnings: bigint[], sums: readonly RunningOfDay[], today: number): Promise<void> {
  const alike = inOrder(sums, today)
  const counted = earnings.map(() => 0)
  let steps = 0
  for (let [from, to] = [0, 0]; from < alike.length; from = to) {
    if (steps > AT_A_TIME) {
      await letOthersGo()
      steps = 0
    }
    const own = Math.floor((alike[from] ?? 0) / DAYS)
    while (to < alike.length && (alike[to] ?? 0) < (own + 1) * DAYS) to += 1
    const fraction = Math.floor(own / WHOLE)
    let [day, part, carried] = [1, own % WHOLE, 0]
    for (let place = from; place < to; place += 1) {
      const last = (alike[place] ?? 0) % DAYS
      for (; day < last; day += 1) {
        part += fraction
        if (part < WHOLE) continue
        part -= WHOLE
        carried += 1
        counted[day] = (counted[day] ?? 0) + to - place
      }
      counted[last] = (counted[last] ?? 0) - carried
    }
    steps += day + to - from
  }
  for (const [day, count] of counted.entries()) add(earnings, day, BigInt(count))
}

/** The fraction of each, what has gathered of it and its last day as one number, in order; of what ends today, none. */
function inOrder(sums: readonly RunningOfDay[], today: number): Float64Array {
  const later = sums.filter(({ ends }) => ends > today)
  const alike = new Float64Array(later.reduce((all, { fractions }) => all + fractions.length / 2, 0))
  const step = new Map<number, number>()
  let place = 0
  for (const { ends, fractions } of later) {
    for (let at = 0; at < fractions.length; at += 2) {
      const [fraction, gathered] = [fractions[at] ?? 0, fractions[at + 1] ?? 0]
      const every = step.get(fraction) ?? greatestCommon(fraction, WHOLE)
      step.set(fraction, every)
      alike[place++] = (fraction * WHOLE + gathered - (gathered % every)) * DAYS + ends - today
    }
  }
  return alike.sort()
}

function greatestCommon(one: number, other: number): number {
  return other === 0 ? one : greatestCommon(other, one % other)
}
