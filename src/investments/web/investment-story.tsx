import * as text from '#texts/investment-story.ts'
import { percent } from '#texts/plan-terms.ts'
import type { Investment } from '#investments/contract.ts'
import { Postings } from '#ledger/web/postings.tsx'
import { checkOwnPosting } from '#records/web/check-own.tsx'
import { fromWire, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { shownMoment } from '#ui/connection.ts'
import { useNow } from '#ui/now.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from './calls.ts'
import { countedAt } from './formula.ts'

const SECOND = 1000
const SECONDS_PER_DAY = 86_400

/** Why an investment has earned what it has: the formula with its inputs at this second, and what is in the books. */
export function InvestmentStory({ investment, ahead }: { investment: Investment; ahead: number }) {
  const { data, error, refetch } = useRead('GET /api/investment-story/:id', { params: { id: investment.id } })
  return (
    <div className="mt-2 flex flex-col gap-6">
      <Formula investment={investment} ahead={ahead} />
      {error ? <LoadFailed again={refetch} /> : <Postings postings={data?.postings} below={checkOwnPosting} />}
    </div>
  )
}

function Formula({ investment, ahead }: { investment: Investment; ahead: number }) {
  const counted = countedAt(investment, useNow(SECOND, shownMoment) + ahead)
  return (
    <section aria-labelledby={investment.id}>
      <h3 id={investment.id} className="text-17">
        {text.heading}
      </h3>
      {counted.kind === 'nothing' && <Words>{text.nothingYet}</Words>}
      {counted.kind === 'corrected' && <Words>{text.corrected}</Words>}
      {counted.kind === 'left' && <Words>{text.left(investment.early_roi)}</Words>}
      {'seconds' in counted && (
        <>
          <dl className="mt-3 rounded-tile bg-sunken p-4 text-14">
            <Line term={text.principal} value={exact(investment.amount)} />
            <Line sign="×" term={text.rateADay} value={percent(investment.daily_roi)} />
            <Line sign="÷" term={text.secondsADay} value={text.seconds(SECONDS_PER_DAY)} />
            <Line
              sign="×"
              term={counted.kind === 'running' ? text.secondsSince : text.secondsInAll}
              value={text.seconds(counted.seconds)}
            />
            <Line
              sign="="
              term={text.earned}
              value={micros(counted.earned)}
              className="mt-2 border-t border-line-strong pt-2"
            />
          </dl>
          <Words>{text.explained}</Words>
        </>
      )}
    </section>
  )
}

type LineProps = { sign?: string; term: string; value: string; className?: string }

/** The sign is part of the term: a list of terms and values holds nothing else. */
function Line({ sign = '', term, value, className = '' }: LineProps) {
  return (
    <div className={`flex items-baseline gap-2 py-0.5 ${className}`}>
      <dt className="flex flex-1 gap-2 text-ink-2">
        <span className="w-3.5 text-center">{sign}</span>
        {term}
      </dt>
      <dd className="text-end font-semibold whitespace-nowrap">{value}</dd>
    </div>
  )
}

function Words({ children }: { children: string }) {
  return <p className="mt-2 text-13 text-ink-2">{children}</p>
}

function exact(amount: string): string {
  return showUsd(fromWire(amount))
}

/** All six decimals of it: this is where it is exact. */
function micros(amount: MicroUsd): string {
  const [whole = '', fraction = ''] = toWire(amount).split('.')
  return `${showUsd(fromWire(`${whole}.00`)).slice(0, -3)}.${fraction.padEnd(6, '0')}`
}
