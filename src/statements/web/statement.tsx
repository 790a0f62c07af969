import * as text from '#texts/statement.ts'
import type { StatementAccount } from '#statements/contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useStatement } from './pages.ts'
import { isPeriod, type DayRange } from './period.ts'
import { useStatementQuery } from './statement-query.ts'
import { AllData, StatementFiles } from './statement-files.tsx'
import { StatementFilters } from './statement-filters.tsx'
import { StatementSum } from './statement-sum.tsx'
import { StatementTable } from './statement-table.tsx'

/** What moved in a period, with the balance after each movement; to read, and to keep. */
export function StatementScreen() {
  const query = useStatementQuery()
  const { from, to } = query.period
  return (
    <div data-wide>
      <ScreenHead title={text.title} line={text.line} />
      <div className="flex flex-col gap-4">
        <StatementFilters query={query} />
        {from && to && isPeriod(query.period) ? (
          <Statement period={{ from, to }} account={query.account} />
        ) : (
          <EmptyState>{text.choosePeriod}</EmptyState>
        )}
        <AllData />
      </div>
    </div>
  )
}

function Statement({ period, account }: { period: DayRange; account: StatementAccount }) {
  const pages = useStatement(period, account)
  const { first, rows, old, more, comingMore, loadMore } = pages
  if (pages.error && !rows) return <LoadFailed again={pages.again}>{text.failed}</LoadFailed>
  if (!first || !rows) {
    return (
      <div aria-busy aria-label={text.loading} role="group">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="mt-4 h-80 rounded-card" />
      </div>
    )
  }
  return (
    <div aria-busy={old} className={`flex flex-col gap-4 ${old ? 'opacity-60' : ''}`}>
      <StatementSum statement={first} />
      <StatementFiles period={period} account={account} />
      {first.count === 0 ? (
        <EmptyState>{text.empty}</EmptyState>
      ) : (
        <Card className="max-lg:px-5 lg:overflow-x-auto lg:py-2">
          <StatementTable lines={rows} />
          <p role="status" className="py-3 text-13 text-ink-2 lg:px-5">
            {text.partOf(rows.length, first.count)}
          </p>
          {more && (
            <Button variant="quiet" size="medium" className="mb-4 w-full" busy={comingMore} onClick={loadMore}>
              {text.more}
            </Button>
          )}
        </Card>
      )}
    </div>
  )
}
