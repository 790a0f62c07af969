import { useState } from 'react'
import type { OpenBooks } from '#funds/books-contract.ts'
import { paidUntil } from '#funds/runway.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { dollars } from '#money/show.ts'
import * as text from '#texts/books.ts'
import { AsTable } from '#ui/chart-table.tsx'
import { FigurePart } from './part.tsx'

const STEP = 5

/** Until when what is held pays what falls due, for the share of it that the reader chooses: counted here, as the server does. */
export function RunwayPart({ books: { custody, due, runway } }: { books: OpenBooks }) {
  const [share, choose] = useState(100)
  const falls = due.map(({ day, amount }) => ({ day, amount: fromWire(amount) }))
  const until = paidUntil(fromWire(custody), falls, percentFromWire(String(share)))
  const [said, means] = falls.every(({ amount }) => amount === ZERO)
    ? [text.nothingDue]
    : share === 0
      ? [text.nothingTaken]
      : inWords(until, due.at(-1)?.day)
  return (
    <FigurePart title={text.runway} line={text.runwayLine}>
      <div role="status" className="text-14 text-ink-2">
        <p>{text.ifTakenOut(share)}</p>
        <p className="text-22 font-medium text-ink">{said}</p>
        {/* its line stays, so that the slider does not move under the finger */}
        <p>{means ?? '\u00a0'}</p>
      </div>
      <p aria-hidden className="mt-3 flex justify-between gap-3 text-14">
        <span className="text-ink-2">{text.share}</span>
        <span className="font-semibold">{text.shareOf(share)}</span>
      </p>
      <input
        type="range"
        aria-label={text.share}
        min={0}
        max={100}
        step={STEP}
        value={share}
        aria-valuetext={text.shareOf(share)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        className="min-h-11 w-full cursor-pointer rounded-control"
        style={{ accentColor: 'var(--brand)', outlineOffset: -2 }}
      />
      {runway.if_all !== null && <p className="text-14 text-ink-2">{text.ifAll(runway.if_all)}</p>}
      <AsTable
        label={text.dueLabel}
        tables={() => [
          {
            caption: text.dueLabel,
            head: text.dueColumns,
            rows: due.map(({ day, amount }) => ({ name: text.dayOf(day), cells: [dollars(amount)] })),
          },
        ]}
      />
    </FigurePart>
  )
}

/** How long it lasts, and what that means; `last` is the last day on which anything falls due. */
function inWords(until: string | null, last: string | undefined): [said: string, means: string] {
  if (until === null) return [text.notToday, text.notTodayMeans]
  if (until === last) return [text.toTheEnd, text.toTheEndMeans(text.dayOf(until))]
  return [text.until(text.dayOf(until)), text.untilMeans]
}
