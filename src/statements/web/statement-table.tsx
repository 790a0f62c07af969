import * as postings from '#texts/postings.ts'
import * as transfers from '#texts/transfers.ts'
import * as text from '#texts/statement.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import type { StatementLine } from '#statements/contract.ts'
import { ExactMoney } from '#ui/exact-money.tsx'
import { RecordTable, type Column } from '#ui/record-table.tsx'
import { dayOf } from '#ui/times.ts'

const columns: readonly Column<StatementLine>[] = [
  { label: text.day, place: 'corner', show: ({ at }) => <span className="whitespace-nowrap">{dayOf(at)}</span> },
  { label: text.what, show: (line) => <What line={line} /> },
  { label: text.amount, place: 'lead', figures: true, show: ({ amount }) => <Changed amount={amount} /> },
  { label: text.balance, figures: true, show: ({ balance_after }) => <ExactMoney amount={balance_after} /> },
]

/** The movements of a period with the balance after each, oldest first. */
export function StatementTable({ lines }: { lines: readonly StatementLine[] }) {
  return <RecordTable label={text.movements} columns={columns} rows={lines} inCard />
}

function Changed({ amount }: { amount: string }) {
  const size = fromWire(amount)
  if (size === ZERO) return <ExactMoney amount={amount} />
  return <ExactMoney amount={amount} signed className={size < ZERO ? '' : 'text-up'} />
}

/** What moved, and where one's own balances took it from and put it. */
function What({ line }: { line: StatementLine }) {
  const { kind, cause, amount, entries } = line
  const among = fromWire(amount) === ZERO && entries.length > 1
  return (
    <>
      <span className="font-medium">{transfers.nameOf(kind)}</span>
      {cause.title && <span className="text-ink-2">, {cause.title}</span>}
      {whoOf(line) && <span className="block text-13 text-ink-2">{whoOf(line)}</span>}
      {among && (
        <span className="block text-13 text-ink-2">
          {text.between}
          {entries.map((entry) => (
            <span key={entry.account} className="block">
              {text.accounts[entry.account]} <ExactMoney amount={entry.amount} signed />
            </span>
          ))}
        </span>
      )}
    </>
  )
}

/** By whom and why, where it did not come about on its own. */
function whoOf({ by, reason }: StatementLine): string {
  return [by === 'system' ? '' : postings.by[by], reason].filter(Boolean).join(', ')
}
