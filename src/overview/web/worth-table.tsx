import * as text from '#texts/worth.ts'
import { sum, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { ChartTables } from '#ui/chart-table.tsx'
import { Money } from '#ui/money.tsx'
import { dateOf, dayOf } from '#ui/times.ts'
import type { Maturity, WorthParts } from '#investments/web/maturities.ts'
import { restOf, type WorthPoint } from './worth-points.ts'

type WorthTableProps = { label: string; points: readonly WorthPoint[]; maturities: readonly Maturity[]; height: number }

/** The figures of the chart, what is planned first, then day by day, the newest first. */
export function WorthTable({ label, points, maturities, height }: WorthTableProps) {
  const held = [...points, ...maturities.map(({ after }) => after)].some((parts) => restOf(parts) > ZERO)
  const stands = (parts: WorthParts) =>
    [parts.all, parts.inPlans, parts.withdrawable, ...(held ? [restOf(parts)] : [])].map((amount, place) => (
      <Money key={place} amount={toWire(amount)} />
    ))
  const head = [
    ...[text.day, text.all, text.inPlans, text.withdrawable, ...(held ? [text.rest] : [])],
    ...[text.paidIn, text.paidOut],
  ]
  const days = Map.groupBy(maturities, ({ at }) => dayOf(at))
  const planned = [...days].toReversed().map(([day, ends]) => ({
    name: text.planned(day),
    cells: [
      // as it is after the last of them
      ...ends.slice(-1).flatMap(({ after }) => stands(after)),
      <span key="back" className="text-ink-2">
        {comesOf(ends)}
      </span>,
    ],
  }))
  const happened = points.toReversed().map((point, place) => ({
    name: place === 0 ? text.today : dateOf(point.day),
    cells: [...stands(point), moved(point.paidIn, 'text-up'), moved(point.paidOut, 'text-down')],
  }))
  return (
    <ChartTables label={label} tables={[{ caption: label, head, rows: [...planned, ...happened] }]} height={height} />
  )
}

/** How much comes back on a day, and how much is invested again. */
function comesOf(ends: readonly Maturity[]): string {
  const [back, again] = [sum(ends.map((end) => end.back)), sum(ends.map((end) => end.again))]
  const said = [back > ZERO ? text.back(showUsd(back)) : '', again > ZERO ? text.reinvested(showUsd(again)) : '']
  return said.filter(Boolean).join(', ')
}

/** Nothing moved on most days. */
function moved(amount: MicroUsd, className: string) {
  return amount === ZERO ? '–' : <span className={className}>{showUsd(amount)}</span>
}
