import { ChevronDown } from 'lucide-react'
import * as text from '#texts/statement.ts'
import * as transfers from '#texts/transfers.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import type { StatementAccount, StatementDay } from '#statements/contract.ts'
import { ExactMoney } from '#ui/exact-money.tsx'
import { dateOf } from '#ui/times.ts'
import { Changed } from './changed.tsx'
import { DayPostings } from './day-postings.tsx'
import { partClass, TableLine } from './table-line.tsx'

type DayRowProps = { day: StatementDay; account: StatementAccount; open: boolean; onToggle: () => void }

/** One day in a line: what kinds of movement, what they come to, what was there at its end. Opens to its postings. */
export function DayRow({ day, account, open, onToggle }: DayRowProps) {
  const { count, kinds, closing } = day
  const [moneyIn, moneyOut] = [fromWire(day.in), fromWire(day.out)]
  return (
    <tbody role="rowgroup" className={`${partClass} border-t border-line`}>
      <TableLine className="py-1">
        <th role="rowheader" scope="row" className="text-start font-semibold">
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="flex min-h-11 items-center gap-1.5 font-semibold whitespace-nowrap after:absolute after:inset-0 after:rounded-control"
          >
            {dateOf(day.day)}
            <ChevronDown
              className={`size-4 shrink-0 text-ink-3 transition-transform ${open ? 'rotate-180' : ''}`}
              aria-hidden
            />
          </button>
        </th>
        <td role="cell" className="min-w-0 text-14 text-ink-2 @max-[42rem]:row-start-2">
          {text.movementsOf(kinds.map(transfers.nameOf), count)}
          {moneyIn > ZERO && moneyOut > ZERO && (
            <span className="block text-13">
              {text.comingIn} <ExactMoney amount={day.in} /> · {text.goingOut} <ExactMoney amount={day.out} />
            </span>
          )}
        </td>
        <td role="cell" className="text-end font-semibold">
          <Changed amount={toWire(microUsd(moneyIn - moneyOut))} />
        </td>
        <td role="cell" className="text-end text-ink-2 @max-[42rem]:row-start-2">
          <ExactMoney amount={closing} column />
        </td>
      </TableLine>
      {open && <DayPostings day={day} account={account} />}
    </tbody>
  )
}
