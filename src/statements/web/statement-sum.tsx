import * as text from '#messages/statement.ts'
import { fromWire, microUsd, toWire } from '#money/micro-usd.ts'
import { Card } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'

type Sums = { opening: string; closing: string; in: string; out: string }

/** A period as one addition: what was there, what came, what went, what is there. */
export function StatementSum({ statement }: { statement: Sums }) {
  const rows = [
    { term: text.opening, amount: <Money amount={statement.opening} /> },
    { term: text.comingIn, amount: <Money amount={statement.in} /> },
    { term: text.goingOut, amount: <Money amount={negative(statement.out)} /> },
  ]
  return (
    <Card className="p-5">
      <dl aria-label={text.summary} className="flex flex-col gap-2">
        {rows.map(({ term, amount }) => (
          <div key={term} className="flex items-baseline justify-between gap-4">
            <dt className="text-14 text-ink-2">{term}</dt>
            <dd className="font-medium">{amount}</dd>
          </div>
        ))}
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-3">
          <dt className="font-semibold">{text.closing}</dt>
          <dd className="text-22 font-semibold">
            <Money amount={statement.closing} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function negative(amount: string): string {
  return toWire(microUsd(-fromWire(amount)))
}
