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

/**
 * Counts through what the fractions of whole days gather to: a micro-dollar each time, which the last day then lacks. Those
 * that gather alike are counted through once, to the last day of any of them: in whole cents there are a hundred fractions,
 * and what has gathered matters in steps of what all of its sums are multiples of. Others have their turn meanwhile.
 */
async function gather(earnings: bigint[], sums: readonly RunningOfDay[], today: number): Promise<void> {
  const { alike, lasts } = gatheringAlike(sums, today)
  const counted = new Float64Array(earnings.length)
  const ending = new Int32Array(earnings.length)
  let [from, steps] = [0, 0]
  for (const { fraction, gathered, count } of alike) {
    if (steps > AT_A_TIME) {
      await letOthersGo()
      steps = 0
    }
    for (let place = from; place < from + count; place += 1) increase(ending, lasts[place] as number, 1)
    let [day, left, part, carried] = [1, count, gathered, 0]
    for (; left > 0; day += 1) {
      const end = ending[day] as number
      if (end > 0) {
        ending[day] = 0
        left -= end
        increase(counted, day, -carried * end)
      }
      part += fraction
      if (part < WHOLE) continue
      part -= WHOLE
      carried += 1
      increase(counted, day, left)
    }
    from += count
    steps += day + count
  }
  for (const [day, count] of counted.entries()) add(earnings, day, BigInt(count))
}

function increase(counts: Float64Array | Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by
}

/** Those that gather alike: their fraction, what has gathered of it by the next midnight in its steps, and how many they are. */
type Alike = { fraction: number; gathered: number; count: number }

/** All that has a fraction and ends later than today: the last day of each, those that gather alike one behind the other. */
function gatheringAlike(sums: readonly RunningOfDay[], today: number): { alike: Alike[]; lasts: Int32Array } {
  const later = sums.filter(({ ends }) => ends > today)
  const size = later.reduce((all, { fractions }) => all + fractions.length / 2, 0)
  const [kinds, days] = [new Int32Array(size), new Int32Array(size)]
  const alike: Alike[] = []
  const known = new Map<number, { step: number; kinds: Map<number, number> }>()
  let place = 0
  for (const { ends, fractions } of later) {
    for (let at = 0; at < fractions.length; at += 2) {
      const [fraction, gathered] = [fractions[at] as number, fractions[at + 1] as number]
      let of = known.get(fraction)
      if (of === undefined) known.set(fraction, (of = { step: greatestCommon(fraction, WHOLE), kinds: new Map() }))
      const steps = Math.floor(gathered / of.step)
      let kind = of.kinds.get(steps)
      if (kind === undefined) {
        of.kinds.set(steps, (kind = alike.length))
        alike.push({ fraction, gathered: steps * of.step, count: 0 })
      }
      ;(alike[kind] as Alike).count += 1
      kinds[place] = kind
      days[place++] = ends - today
    }
  }
  return { alike, lasts: kindByKind(alike, kinds, days) }
}

/** Days in the order of the kinds that they belong to. */
function kindByKind(alike: readonly Alike[], kinds: Int32Array, days: Int32Array): Int32Array {
  const next = new Int32Array(alike.length)
  for (let kind = 1; kind < alike.length; kind += 1)
    next[kind] = (next[kind - 1] as number) + (alike[kind - 1] as Alike).count
  const ordered = new Int32Array(days.length)
  for (const [place, kind] of kinds.entries()) {
    const at = next[kind] as number
    ordered[at] = days[place] as number
    next[kind] = at + 1
  }
  return ordered
}

function greatestCommon(one: number, other: number): number {
  return other === 0 ? one : greatestCommon(other, one % other)
}
