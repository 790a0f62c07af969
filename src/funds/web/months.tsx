import type { BooksMonths } from '#funds/books-contract.ts'
import { dollars } from '#money/show.ts'
import * as text from '#texts/books.ts'
import { ChartTables } from '#ui/chart-table.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type MonthsTableProps = {
  /** undefined: there is no answer yet, or none to come */
  asked: BooksMonths | undefined
  failed: boolean
  again: () => unknown
}

/**
 * What was promised in each month, what was paid of earnings and bonuses, and which returns were recorded; and of which second
 * that is, because it is asked for by itself and may be up to a minute older or younger than what it stands beside.
 */
export function MonthsTable({ asked, failed, again }: MonthsTableProps) {
  if (asked === undefined)
    return failed ? <LoadFailed again={again} offline={text.offline} /> : <Skeleton className="h-36 rounded-card" />
  if (asked.months.length === 0) return <p className="text-14 text-ink-2">{text.noMonths}</p>
  const rows = asked.months.map(({ month, promised, paid, returned }) => ({
    name: text.monthOf(month),
    cells: [promised, paid, returned].map(dollars),
  }))
  return (
    <div>
      <ChartTables label={text.monthsLabel} tables={[{ caption: text.monthsLabel, head: text.monthColumns, rows }]} />
      <p className="pt-2 text-13 text-ink-2">{text.asOf(asked.as_of)}</p>
    </div>
  )
}
