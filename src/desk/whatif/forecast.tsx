import { useState } from 'react'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import { AsTable } from '#ui/chart-table.tsx'
import { Choices } from '#ui/choices.tsx'
import { Money } from '#ui/money.tsx'
import { dateOf } from '#ui/times.ts'
import { coverageOn, type Foreseen, type ForeseenDay } from '#whatif/rules.ts'
import { ForecastChart, type Line } from './forecast-chart.tsx'
import { type Measure, paidInWords } from './lines.ts'

const MEASURED = [
  { value: 'coverage', label: 'Coverage' },
  { value: 'held', label: 'Held' },
  { value: 'reserve', label: 'Reserve' },
]
const SPANS = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
]
const DAILY = 90
const WHAT_IF = 'What if'
const NO_NEW_MONEY = 'No new money'

type ForecastProps = {
  foreseen: Foreseen
  /** The same without new investments. */
  byItself: Foreseen
  /** And without returns. */
  without: Foreseen
}

/** Two years if things go as assumed, beside the same without any new money: in figures, as lines and as a table. */
export function Forecast({ foreseen, byItself, without }: ForecastProps) {
  const [measure, setMeasure] = useState<Measure>('coverage')
  const [span, setSpan] = useState('365')
  const lines: Line[] = [
    { name: WHAT_IF, colour: 'var(--brand)', dash: '8 4', wide: true, days: foreseen.days },
    { name: NO_NEW_MONEY, colour: 'var(--slate)', dash: '2 4', days: without.days },
  ]
  return (
    <>
      <Outcome {...{ foreseen, byItself, without }} />
      <div className="flex flex-wrap gap-x-5 gap-y-2 pt-4">
        <Choices
          variant="segments"
          label="Show"
          choices={MEASURED}
          chosen={measure}
          onChoose={(value) => setMeasure(value as Measure)}
        />
        <Choices variant="segments" label="Look ahead" choices={SPANS} chosen={span} onChoose={setSpan} />
      </div>
      <ForecastChart
        label={`${measure === 'held' ? 'What is held' : measure === 'reserve' ? 'The reserve' : 'Coverage'} by day. ${paidInWords(foreseen, byItself)}`}
        lines={lines}
        measure={measure}
        span={Number(span)}
        unpaidFrom={foreseen.unpaidFrom}
        chosen={(place) => <Chosen day={foreseen.days[place]} beside={without.days[place]} />}
      />
      <AsTable
        label="By day"
        tables={() => [tableOf(WHAT_IF, foreseen, Number(span)), tableOf(NO_NEW_MONEY, without, Number(span))]}
      />
    </>
  )
}

/** What matters first, beside no new money. */
function Outcome({ foreseen, byItself, without }: ForecastProps) {
  const both = [foreseen, without]
  const row = (name: string, cells: readonly (string | null)[]) => (
    <tr>
      <th scope="row" className="border-b border-line py-2 text-start font-normal text-ink-2">
        {name}
      </th>
      {cells.map((cell, place) => (
        <td key={place} className="border-b border-line py-2 ps-3 text-end font-semibold">
          {cell ?? 'none in 2 years'}
        </td>
      ))}
    </tr>
  )
  return (
    <>
      <p role="status" className="text-17 font-semibold">
        {paidInWords(foreseen, byItself)}
      </p>
      <table className="mt-2 w-full text-14">
        <caption className="sr-only">What if, beside no new money</caption>
        <thead>
          <tr>
            <th scope="col" className="sr-only">
              Figure
            </th>
            {[WHAT_IF, NO_NEW_MONEY].map((name) => (
              <th key={name} scope="col" className="py-2 ps-3 text-end font-normal text-ink-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(
            'First day not paid in full',
            both.map(({ unpaidFrom }) => unpaidFrom && dateOf(unpaidFrom)),
          )}
          {row(
            'First day the reserve doesn’t cover',
            both.map(({ uncoveredFrom }) => uncoveredFrom && dateOf(uncoveredFrom)),
          )}
          {row(
            'Lowest coverage at a day’s end',
            both.map((one) => lowestOf(one) ?? 'nothing owed'),
          )}
        </tbody>
      </table>
      <p className="pt-2 text-13 text-ink-2">
        No new money: no new investments, and no returns. Withdrawals and the run are the same in both columns.
      </p>
    </>
  )
}

function lowestOf({ days }: Foreseen): string | null {
  const covered = days.map(coverageOn).filter((percent) => percent !== null)
  if (covered.length === 0) return null
  return `${covered.reduce((least, percent) => (Number(percent) < Number(least) ? percent : least))}%`
}

type ChosenProps = { day: ForeseenDay | undefined; beside: ForeseenDay | undefined }

/** A day in figures. */
function Chosen({ day, beside }: ChosenProps) {
  if (!day || !beside) return null
  return (
    <>
      <p className="font-semibold">At the end of {dateOf(day.day)}</p>
      <p className="text-ink-2">
        <Money amount={toWire(day.custody)} /> held for <Money amount={toWire(day.owed)} /> owed, {coveredIn(day)}.{' '}
        {day.unpaid > ZERO && (
          <b className="text-down">
            <Money amount={toWire(day.unpaid)} /> asked for and not paid.{' '}
          </b>
        )}
        Reserve <Money amount={toWire(day.reserve)} />. With no new money: {coveredIn(beside)}.
      </p>
    </>
  )
}

function coveredIn(day: ForeseenDay): string {
  const covered = coverageOn(day)
  return covered === null ? 'nothing owed' : `covered ${covered}%`
}

/** Every day where they are few, else one of each week. */
function tableOf(caption: string, { days }: Foreseen, span: number) {
  const step = span > DAILY ? 7 : 1
  return {
    caption,
    head: ['Day', 'Held', 'Owed', 'Coverage', 'Reserve', 'Not paid'],
    rows: days
      .slice(0, span)
      .filter((_, place) => place % step === 0)
      .map((day) => {
        const covered = coverageOn(day)
        const amounts = [day.custody, day.owed, day.reserve, day.unpaid].map((amount) => dollars(toWire(amount)))
        return {
          name: dateOf(day.day),
          cells: [...amounts.slice(0, 2), covered ? `${covered}%` : '–', ...amounts.slice(2)],
        }
      }),
  }
}
