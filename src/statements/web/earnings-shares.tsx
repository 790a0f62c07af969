import { ChevronDown } from 'lucide-react'
import * as text from '#texts/story.ts'
import { fromWire, toWire } from '#money/micro-usd.ts'
import { decimalsOf, showUsd } from '#money/show.ts'
import { ExactMoney } from '#ui/exact-money.tsx'
import { Money } from '#ui/money.tsx'
import { momentOf } from '#ui/times.ts'
import { formulaOf } from './formula.ts'
import { FormulaTable } from './formula-table.tsx'
import { sharesOf, type Knot, type Share } from './knots.ts'
import type { Records } from './decisions.ts'
import { Decisions, PostingFacts, RecordLink } from './posting-facts.tsx'

type WhoProps = { user: { id: string; name: string }; records: Records | undefined }

/** What each investment earned in a knot: one is shown at once, several are opened one by one. */
export function EarningsShares({ knot, ...who }: WhoProps & { knot: Knot }) {
  const shares = sharesOf(knot)
  if (shares.length === 1) return shares.map((share) => <ShareBody key={share.cause.id} share={share} {...who} />)
  return (
    <div className="divide-y divide-line border-t border-line">
      {shares.map((share) => (
        <OneShare key={share.cause.id + share.lines[0].id} share={share} {...who} />
      ))}
    </div>
  )
}

function OneShare({ share, ...who }: WhoProps & { share: Share }) {
  const { cause, amount, yield: yielded } = share
  const principal = yielded && showUsd(fromWire(yielded.principal))
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-2 rounded-control text-14">
        <span className="min-w-0 flex-1 font-medium">
          {principal ? text.ofPrincipal(cause.title, principal) : cause.title}
        </span>
        <Money amount={toWire(amount)} decimals={decimalsOf(amount)} signed className="text-up" />
        <ChevronDown className="size-4 text-ink-3 group-open:rotate-180" aria-hidden />
      </summary>
      <div className="flex flex-col gap-3 py-2">
        <ShareBody share={share} {...who} />
      </div>
    </details>
  )
}

function ShareBody({ share, ...who }: WhoProps & { share: Share }) {
  const { lines, cause, amount } = share
  const formula = share.yield && formulaOf(share.yield, amount)
  return (
    <>
      {formula ? <FormulaTable formula={formula} /> : <p className="text-14 text-ink-2">{text.noFormula}</p>}
      {formula && <p className="text-12 text-ink-2">{text.atRisk}</p>}
      <Decisions line={lines[0]} {...who} />
      {lines.length === 1 ? <PostingFacts line={lines[0]} /> : <Each share={share} />}
      <RecordLink cause={cause} />
    </>
  )
}

/** The postings of several days, one by one. */
function Each({ share: { lines } }: { share: Share }) {
  return (
    <details className="group/each">
      <summary className="flex min-h-11 items-center gap-1.5 rounded-control text-14 font-medium text-brand">
        {text.eachOf(lines.length)}
        <ChevronDown className="size-4 group-open/each:rotate-180" aria-hidden />
      </summary>
      <ol className="divide-y divide-line text-14">
        {lines.map(({ id, at, amount, balance_after }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-3 py-2">
            <span>{momentOf(at)}</span>
            <ExactMoney amount={amount} signed className="text-end font-medium text-up" />
            <span className="col-span-2 text-13 text-ink-2">
              {text.balanceThen} <ExactMoney amount={balance_after} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
