import type { BooksMonths } from '#funds/books-contract.ts'
import { dollars } from '#money/show.ts'
import * as text from '#texts/books.ts'
import { ChartTables } from '#ui/chart-table.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type MonthsTableProps = {
  /** undefined: there is no answer yet, or none to come */
  months: BooksMonths['months'] | undefined
  failed: boolean
  again: () => unknown
}

/** What was promised in each month, what was paid of earnings and bonuses, and which returns were recorded. */
export function MonthsTable({ months, failed, again }: MonthsTableProps) {
  if (months === undefined)
    return failed ? <LoadFailed again={again} offline={text.offline} /> : <Skeleton className="h-36 rounded-card" />
  if (months.length === 0) return <p className="text-14 text-ink-2">{text.noMonths}</p>
  const rows = months.map(({ month, promised, paid, returned }) => ({
    name: text.monthOf(month),
    cells: [promised, paid, returned].map(dollars),
  }))
  return (
    <ChartTables label={text.monthsLabel} tables={[{ caption: text.monthsLabel, head: text.monthColumns, rows }]} />
  )
}
