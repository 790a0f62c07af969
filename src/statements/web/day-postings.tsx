import type { ReactNode } from 'react'
import { besidesWhom } from '#kit/cancelled-rules.ts'
import * as postings from '#texts/postings.ts'
import * as text from '#texts/statement.ts'
import * as transfers from '#texts/transfers.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import type { StatementAccount, StatementDay, StatementLine } from '#statements/contract.ts'
import { Button } from '#ui/button.tsx'
import { ExactMoney } from '#ui/exact-money.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { clockTime } from '#ui/times.ts'
import { Changed } from './changed.tsx'
import { useStatementDay } from './pages.ts'
import { SourceLink, TableLine } from './table-line.tsx'

/** The postings of a day, newest first, each with the balance after it and the way to its record. */
export function DayPostings({ day: { day, count }, account }: { day: StatementDay; account: StatementAccount }) {
  const { rows, error, again, more, comingMore, loadMore } = useStatementDay(day, account)
  if (!rows) {
    return (
      <Whole>{error ? <LoadFailed again={again}>{text.failedDay}</LoadFailed> : <Skeleton className="h-16" />}</Whole>
    )
  }
  return (
    <>
      {rows.map((line) => (
        <Posting key={line.id} line={line} />
      ))}
      {more && (
        <Whole>
          <Button variant="quiet" size="medium" className="w-full" busy={comingMore} onClick={loadMore}>
            {text.moreOfDay(count - rows.length)}
          </Button>
        </Whole>
      )}
    </>
  )
}

function Whole({ children }: { children: ReactNode }) {
  return (
    <tr role="row" className="col-span-full block bg-sunken px-5 py-3">
      <td role="cell" className="block">
        {children}
      </td>
    </tr>
  )
}

function Posting({ line }: { line: StatementLine }) {
  return (
    <TableLine className="bg-sunken py-2.5 text-14">
      <td role="cell" className="text-ink-2">
        {clockTime(line.at)}
      </td>
      <td role="cell" className="min-w-0 @max-[42rem]:row-start-2">
        <What line={line} />
      </td>
      <td role="cell" className="text-end font-medium">
        <Changed amount={line.amount} />
      </td>
      <td role="cell" className="text-end text-ink-2 @max-[42rem]:row-start-2">
        <ExactMoney amount={line.balance_after} column />
      </td>
    </TableLine>
  )
}

/** What moved, and where one's own balances took it from and put it. */
function What({ line }: { line: StatementLine }) {
  const { kind, cause, amount, entries } = line
  const among = fromWire(amount) === ZERO && entries.length > 1
  return (
    <>
      <SourceLink line={line}>
        <span className="font-medium">{transfers.nameOf(kind)}</span>
        {cause.title && <span className="wrap-anywhere text-ink-2">, {cause.title}</span>}
      </SourceLink>
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
function whoOf({ kind, by, reason }: StatementLine): string {
  return [by === 'system' ? '' : postings.cameAbout(kind, by), besidesWhom(reason)].filter(Boolean).join(', ')
}
