import { useState } from 'react'
import { days as inWords } from '#texts/plan-terms.ts'
import type { PlatformFigures } from '#figures/contract.ts'
import { microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { drawnSize, showUsd } from '#money/show.ts'
import { BarChart, type BarPart } from '#ui/bar-chart.tsx'
import { Card } from '#ui/card.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { Money } from '#ui/money.tsx'
import { dayOf } from '#ui/times.ts'
import { type DaysAhead, startOf } from './flow.ts'
import { LookAhead } from './look-ahead.tsx'
import { payoutsOf } from './payouts.ts'

const NOW = { colour: 'var(--slate)' }
const BACK = { colour: 'var(--slate)', hatched: true }
const EARNED = { colour: 'var(--brand)', hatched: true }
const dated = (day: string) => dayOf(startOf(day))

/** What investors may withdraw by each of the days to come, beside what is held. */
export function PayoutsDue({ figures }: { figures: PlatformFigures }) {
  const [ahead, setAhead] = useState<DaysAhead>(30)
  const { now, held, days, short } = payoutsOf(figures, ahead)
  const [first, last] = [days[0], days.at(-1)]
  // of nothing at all the card above says so
  if (!first || !last || last.all === ZERO) return null
  const bars = days.map(({ soFar }): BarPart[] => [
    { ...NOW, size: drawnSize(now) },
    { ...EARNED, size: drawnSize(soFar.earned) },
    { ...BACK, size: drawnSize(soFar.back) },
  ])
  const covered = short
    ? `By ${dated(short.day)} that is more than the ${showUsd(held)} held now, at the end by ${showUsd(microUsd(last.all - held))}.`
    : `The ${showUsd(held)} held now covers that.`
  return (
    <Card className="px-5 pt-4 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17">Payouts due</h2>
        <p className="text-14 text-ink-2">
          up to <Money amount={toWire(last.all)} className="font-semibold text-ink" /> by {dated(last.day)}
        </p>
      </div>
      <dl className="flex flex-auto flex-wrap gap-x-5 gap-y-1 pt-2 pb-4">
        <Part {...NOW} term="Withdrawable or asked for now" amount={toWire(now)} />
        <Part {...EARNED} term="To be earned" amount={toWire(last.soFar.earned)} />
        <Part {...BACK} term="Ending principal" amount={toWire(last.soFar.back)} />
      </dl>
      <BarChart
        label={`What may be withdrawn by the end of each day: ${showUsd(first.all)} today, ${showUsd(last.all)} by ${dated(last.day)}; ${showUsd(held)} is held.`}
        bars={bars}
        line={{ size: drawnSize(held), name: 'Held' }}
        foot={['Today', dated(last.day)]}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-2 pt-2">
        <p className={`flex-auto text-14 ${short ? 'text-down' : 'text-ink-2'}`}>{covered}</p>
        <LookAhead ahead={ahead} onChoose={setAhead} />
      </div>
      <p className="pt-2 text-13 text-ink-2">
        To be earned counts all running investments, those that end later too. Promotional credit is left out: it goes
        back to bonus balances.
      </p>
      <AsTable
        label="Payouts due"
        tables={() => [
          {
            caption: `Today and the next ${inWords(ahead)}`,
            head: ['Day', 'Earned', 'Ending principal', 'Withdrawable by then', 'Held now'],
            rows: days.map((day) => ({
              name: dated(day.day),
              cells: [day.earned, day.back, day.all, held].map((amount) => showUsd(amount)),
            })),
          },
        ]}
      />
    </Card>
  )
}

type PartProps = { colour: string; hatched?: boolean; term: string; amount: string }

/** What a colour of the chart stands for. */
function Part({ colour, hatched = false, term, amount }: PartProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-13 text-ink-2">
        <span
          aria-hidden
          className={`size-2.5 rounded-full ${hatched ? 'hatched' : ''}`}
          style={hatched ? { color: colour } : { background: colour }}
        />
        {term}
      </dt>
      <dd className="font-semibold">
        <Money amount={amount} />
      </dd>
    </div>
  )
}
