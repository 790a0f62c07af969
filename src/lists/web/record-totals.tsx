import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import { Money } from '#ui/money.tsx'

type Total = { label: string; records: readonly { amount: string }[] }

/** What the records of a tab come to, each kind of them for itself. A kind that there is none of is left out. */
export function RecordTotals({ totals }: { totals: readonly Total[] }) {
  'use no memo'
  return (
    <div className="border-b border-line pt-4 pb-3 text-14 md:border-0 md:pb-0 text-ink-2">
      {totals.map(
        ({ label, records }) =>
          records.length > 0 && (
            <p key={label} className="flex flex-wrap justify-between gap-x-4">
              {label}
              <Money
                amount={toWire(sum(records.map(({ amount }) => fromWire(amount))))}
                className="font-semibold text-ink"
              />
            </p>
          ),
      )}
    </div>
  )
}
