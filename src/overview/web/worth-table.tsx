import * as text from '#texts/worth.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { ChartTables } from '#ui/chart-table.tsx'
import { Money } from '#ui/money.tsx'
import { dateOf, dayOf } from '#ui/times.ts'
import type { Maturity, WorthParts, WorthPoint } from './worth-points.ts'

type WorthTableProps = { label: string; points: readonly WorthPoint[]; maturities: readonly Maturity[]; height: number }

/** The figures of the chart, what is planned first, then day by day, the newest first. */
export function WorthTable({ label, points, maturities, height }: WorthTableProps) {
  const head = [text.day, text.all, text.inPlans, text.withdrawable, text.paidIn, text.paidOut]
  const planned = maturities.toReversed().map(({ at, back, after }) => ({
    name: text.planned(dayOf(at)),
    cells: [
      ...stands(after),
      <span key="back" className="text-ink-2">
        {text.back(showUsd(back))}
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

function stands({ all, inPlans, withdrawable }: WorthParts) {
  return [all, inPlans, withdrawable].map((amount, place) => <Money key={place} amount={toWire(amount)} />)
}

/** Nothing moved on most days. */
function moved(amount: MicroUsd, className: string) {
  return amount === ZERO ? '–' : <span className={className}>{showUsd(amount)}</span>
}
