import type { PlanFigures } from '#figures/contract.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { dollars, drawnSize } from '#money/show.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { clockTime, dateOf } from '#ui/times.ts'

/** A day of the figures as people read it, in whatever zone they are. */

/** What came in for a plan, what runs and is still to earn, what was paid, and how what runs has changed in 30 days. */
export function PlanMoney({ figures, asOf }: { figures: PlanFigures; asOf: string }) {
  const { plan, running, days } = figures
  const paid = microUsd(fromWire(figures.earned) + fromWire(figures.returned))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  if (fromWire(figures.in) === ZERO && paid === ZERO && running.count === 0) {
    return <p className="mb-4 text-14 text-ink-2">Nothing has been invested in it yet.</p>
  }
  return (
    <section aria-label={`Money of ${plan.name}`} className="mb-2">
      <FigureList
        figures={[
          { term: 'Paid in', value: <Money amount={figures.in} /> },
          { term: 'Running', value: <Money amount={running.principal} /> },
          { term: 'Still to earn', value: <Money amount={running.to_earn} /> },
          { term: 'Paid to wallets', value: <Money amount={toWire(paid)} /> },
        ]}
      />
      <p className="pt-2 pb-4 text-12 text-ink-2">
        Paid to wallets: {dollars(figures.earned)} earned and {dollars(figures.returned)} principal that came back. What
        investors withdraw belongs to no plan.
      </p>
      <BarChart
        label={`Running at the end of each day: ${dollars(first.running)} on ${dateOf(first.day)}, ${dollars(last.running)} now.`}
        bars={days.map((day) => [{ size: drawnSize(fromWire(day.running)), colour: 'var(--brand)' }])}
        foot={[dateOf(first.day), `Running at ${clockTime(asOf)}`]}
      />
      <AsTable
        label={`The last 30 days of ${plan.name}`}
        tables={() => [
          {
            caption: `The last 30 days of ${plan.name}`,
            head: ['Day', 'Paid in', 'Began', 'Came back', 'Running'],
            rows: days.toReversed().map((day) => ({
              name: dateOf(day.day),
              cells: [day.in, day.began, day.back, day.running].map(dollars),
            })),
          },
        ]}
      />
    </section>
  )
}
