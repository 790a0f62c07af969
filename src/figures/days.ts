import { DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { ZERO } from '#money/micro-usd.ts'
import { dayInZone, startOfDay } from '#statements/rules.ts'
import { type MovedRow, type PlanMovedRow, sumMoved, sumMovedByPlan } from './store.ts'

/** Days of a time zone in order: their names, when each begins, and at the end when the last is over. */
export type Days = { names: string[]; begin: Date[] }

/** So many days of a zone, the first so many days from the one of `now`. */
export function daysFrom(now: Date, offset: number, count: number, zone: string): Days {
  const today = Date.parse(`${dayInZone(now, zone)}T00:00:00Z`)
  const names = Array.from({ length: count + 1 }, (_, place) =>
    new Date(today + (offset + place) * DAY).toISOString().slice(0, 10),
  )
  const begin: Date[] = []
  for (const name of names) begin.push(beginOf(name, begin.at(-1), zone))
  return { names: names.slice(0, count), begin }
}

/** A day begins a day after the one before, but where clocks are changed. */
function beginOf(name: string, before: Date | undefined, zone: string): Date {
  const guess = before && new Date(before.getTime() + DAY)
  if (guess && dayInZone(guess, zone) === name && dayInZone(new Date(guess.getTime() - 1), zone) !== name) return guess
  return startOfDay(name, zone)
}

export type Moved = Omit<MovedRow, 'day'>

/** After a day is over, the time in which what was posted on it has long been committed. */
const SETTLED = HOUR
const MOST_KEPT = 2000

/**
 * What was posted on days that are over, kept in memory: the books are append only and nothing is posted for an earlier
 * day, so such a day never changes, and is read once however often the figures are asked for.
 */
class KeptDays<Sums> {
  private readonly known = new Map<string, Sums>()
  private readonly read: (tx: Tx, begin: readonly Date[]) => Promise<ReadonlyMap<number, Sums>>
  private readonly nothing: Sums

  constructor(read: (tx: Tx, begin: readonly Date[]) => Promise<ReadonlyMap<number, Sums>>, nothing: Sums) {
    this.read = read
    this.nothing = nothing
  }

  /** What was posted on each of these days. */
  async movedOn(tx: Tx, { names, begin }: Days, zone: string, now: Date): Promise<Sums[]> {
    const key = (name: string) => `${zone} ${name}`
    const kept = names.map((name) => this.known.get(key(name)))
    const first = kept.indexOf(undefined)
    if (first === -1) return kept.filter((moved) => moved !== undefined)
    const read = await this.read(tx, begin.slice(first))
    if (this.known.size > MOST_KEPT) this.known.clear()
    return names.map((name, place) => {
      const moved = kept[place] ?? read.get(place - first) ?? this.nothing
      const over = begin[place + 1]
      if (over !== undefined && over.getTime() + SETTLED <= now.getTime()) this.known.set(key(name), moved)
      return moved
    })
  }
}

/** What moved through the payment wallets. */
export class PastDays extends KeptDays<Moved> {
  constructor() {
    const nothing = { received: ZERO, paid: ZERO, own_in: ZERO, own_out: ZERO }
    super(async (tx, begin) => new Map((await sumMoved(tx, begin)).map(({ day, ...moved }) => [day, moved])), nothing)
  }
}

/** Of each plan by its id. */
export type PlansMoved = ReadonlyMap<string, Omit<PlanMovedRow, 'day' | 'plan_id'>>

/** What moved in and out of the investments of each plan. */
export class PastPlanDays extends KeptDays<PlansMoved> {
  constructor() {
    super(async (tx, begin) => {
      const days = Map.groupBy(await sumMovedByPlan(tx, begin), ({ day }) => day)
      return new Map(
        [...days].map(([day, rows]) => [day, new Map(rows.map(({ plan_id, ...moved }) => [plan_id, moved]))]),
      )
    }, new Map())
  }
}
