import { useState, type ReactNode } from 'react'
import * as text from '#texts/statement.ts'
import { fromWire, sum, toWire, ZERO } from '#money/micro-usd.ts'
import type { StatementAccount, StatementDay } from '#statements/contract.ts'
import { ExactMoney } from '#ui/exact-money.tsx'
import { clockTime, dateOf } from '#ui/times.ts'
import { DayRow } from './day-row.tsx'
import { columnsClass, partClass, TableLine, StoryLink } from './table-line.tsx'

type StatementTableProps = {
  account: StatementAccount
  days: readonly StatementDay[]
  /** What came with the days; the opening balance stands below the last of them. */
  sums: { opening: string; closing: string; unposted: string; as_of: string; from: string }
  more: boolean
}

/**
 * The days of a period, newest first, each with the balance at its end; a day opens to its postings. Above them stands
 * what is earned and not posted yet, with which the balance is what the wallet shows. A table where there is room, else
 * two lines to a row.
 */
export function StatementTable({ account, days, sums, more }: StatementTableProps) {
  const [open, setOpen] = useState<readonly string[]>([])
  const toggle = (day: string) => setOpen(open.includes(day) ? open.filter((one) => one !== day) : [...open, day])
  const { opening, closing, unposted, as_of, from } = sums
  return (
    <table role="table" aria-label={text.movements} className={`block w-full text-start ${columnsClass}`}>
      <thead role="rowgroup" className={`${partClass} @max-[42rem]:sr-only`}>
        <TableLine className="py-2">
          {[text.day, text.what, text.amount, text.balance].map((name, place) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={`text-12 font-normal text-ink-2 ${place > 1 ? 'text-end' : 'text-start'}`}
            >
              {name}
            </th>
          ))}
        </TableLine>
      </thead>
      {fromWire(unposted) !== ZERO && (
        <EdgeRow
          when={text.untilNow(clockTime(as_of))}
          what={
            <StoryLink of="profit">
              <span className="font-semibold">{text.notPosted}</span>
            </StoryLink>
          }
          amount={<ExactMoney amount={unposted} signed column className="text-up" />}
          balance={toWire(sum([fromWire(closing), fromWire(unposted)]))}
        />
      )}
      {days.map((day) => (
        <DayRow
          key={day.day}
          day={day}
          account={account}
          open={open.includes(day.day)}
          onToggle={() => toggle(day.day)}
        />
      ))}
      {!more && <EdgeRow when={dateOf(from)} what={text.opening} balance={opening} />}
    </table>
  )
}

type EdgeRowProps = { when: string; what: ReactNode; amount?: ReactNode; balance: string }

/** A row that is no posting: what is still to be posted, what was there before. */
function EdgeRow({ when, what, amount, balance }: EdgeRowProps) {
  return (
    <tbody role="rowgroup" className={`${partClass} border-t border-line`}>
      <TableLine className="py-3">
        <td role="cell">{when}</td>
        <td role="cell" className="text-ink-2 @max-[42rem]:row-start-2">
          {what}
        </td>
        <td role="cell" className="text-end">
          {amount}
        </td>
        <td role="cell" className="text-end @max-[42rem]:row-start-2">
          <ExactMoney amount={balance} column />
        </td>
      </TableLine>
    </tbody>
  )
}
