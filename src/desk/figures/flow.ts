import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import { drawnSize } from '#money/show.ts'
import type { PlatformFigures } from '#figures/contract.ts'

/** How many days after today the chart shows; of ninety each bar stands for three, but the last for the last day. */
export type DaysAhead = 30 | 90
const DAYS_PER_BAR: Record<DaysAhead, number> = { 30: 1, 90: 3 }

/** One bar of the chart: a day that is gone or today, or the days to come that it stands for. */
export type FlowBar =
  | { kind: 'gone'; day: string; in: string; out: string; ownIn: string; ownOut: string }
  | { kind: 'coming'; day: string; last: string; count: number; principal: string; toEarn: string }

/** What moved on each of the last days, and what falls due from today on, in the order of time. */
export function flowOf({ money, due }: Pick<PlatformFigures, 'money' | 'due'>, ahead: DaysAhead): FlowBar[] {
  const gone = money.days.map(({ day, own_in: ownIn, own_out: ownOut, ...moved }) => {
    return { kind: 'gone' as const, day, in: moved.in, out: moved.out, ownIn, ownOut }
  })
  const size = DAYS_PER_BAR[ahead]
  const all = due.days.slice(0, 1 + ahead)
  const coming = Array.from({ length: Math.ceil(all.length / size) }, (_, place) => {
    const days = all.slice(place * size, (place + 1) * size)
    const total = (of: 'principal' | 'to_earn') => toWire(sum(days.map((day) => fromWire(day[of]))))
    return {
      kind: 'coming' as const,
      day: days[0]?.day ?? '',
      last: days.at(-1)?.day ?? '',
      count: days.reduce((count, day) => count + day.count, 0),
      principal: total('principal'),
      toEarn: total('to_earn'),
    }
  })
  return [...gone, ...coming]
}

/** How tall the halves of each bar are, in percent of the tallest of all: up is in, down is out or due. */
export function barHeights(bars: readonly FlowBar[]): { up: number; down: number; tallest: number }[] {
  const halves = bars.map((bar) =>
    bar.kind === 'gone'
      ? { up: sizeOf(bar.in), down: sizeOf(bar.out) }
      : { up: 0, down: sizeOf(bar.principal) + sizeOf(bar.toEarn) },
  )
  const tallest = Math.max(1, ...halves.flatMap(({ up, down }) => [up, down]))
  return halves.map(({ up, down }) => ({ up: (100 * up) / tallest, down: (100 * down) / tallest, tallest }))
}

/** A round amount of dollars for a line across the chart: the largest of 1, 2 or 5 and noughts that is below the tallest bar. */
export function roundBelow(dollars: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(dollars, 1)))
  return power * (dollars >= 5 * power ? 5 : dollars >= 2 * power ? 2 : 1)
}

/** Of an amount of the wire; what a correction took back has none. */
export function sizeOf(amount: string): number {
  return drawnSize(fromWire(amount))
}

/** The moment at which a day begins on this device, so many days later. */
export function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
