import * as text from '#texts/statement.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import type { StatementAccount } from '#statements/contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useStatementDays } from './pages.ts'
import { isPeriod, type DayRange } from './period.ts'
import { useStatementQuery } from './statement-query.ts'
import { AllData, StatementFiles } from './statement-files.tsx'
import { KeptLine } from './kept-line.tsx'
import { StatementFilters } from './statement-filters.tsx'
import { StatementSum } from './statement-sum.tsx'
import { StatementTable } from './statement-table.tsx'

/** What moved in a period, with the balance after each movement; to read, and to keep. */
export function StatementScreen() {
  const query = useStatementQuery()
  const { from, to } = query.period
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <div className="@container">
        {/* where there is room, what is chosen stands beside what it comes to */}
        <div className="flex flex-col gap-4 @min-[42rem]:grid @min-[42rem]:grid-cols-2 @min-[42rem]:gap-5">
          <StatementFilters query={query} />
          {from && to && isPeriod(query.period) ? (
            <Statement period={{ from, to }} account={query.account} />
          ) : (
            <>
              <EmptyState>{text.choosePeriod}</EmptyState>
              <AllData />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function Statement({ period, account }: { period: DayRange; account: StatementAccount }) {
  const pages = useStatementDays(period, account)
  const { first, rows, old, more, comingMore, loadMore } = pages
  if (pages.error && !rows) {
    return (
      <>
        <LoadFailed again={pages.again}>{text.failed}</LoadFailed>
        <AllData />
      </>
    )
  }
  if (!first || !rows) {
    return (
      <div aria-busy aria-label={text.loading} role="group" className="contents">
        <Skeleton className="h-60 rounded-card @min-[42rem]:row-span-2" />
        <Skeleton className="h-11" />
        <Skeleton className="h-80 rounded-card @min-[42rem]:col-span-2" />
      </div>
    )
  }
  return (
    <>
      <div aria-busy={old} className={`contents ${old ? '*:opacity-60' : ''}`}>
        <StatementSum statement={first} />
        <StatementFiles period={period} account={account} />
        {first.count === 0 && !isSome(first.unposted) ? (
          <div className="@min-[42rem]:col-span-2">
            <EmptyState>{text.empty}</EmptyState>
          </div>
        ) : (
          <Card className="overflow-clip @min-[42rem]:col-span-2">
            <StatementTable days={rows} account={account} sums={first} more={more} />
            <p role="status" className="border-t border-line px-5 py-3 text-13 text-ink-2">
              {first.count === 0 ? text.empty : text.partOf(sumOf(rows), first.count)}
            </p>
            {more && (
              <div className="px-5 pb-4">
                <Button variant="quiet" size="medium" className="w-full" busy={comingMore} onClick={loadMore}>
                  {text.more}
                </Button>
              </div>
            )}
          </Card>
        )}
      </div>
      {/* once it is known how far down: nothing of it moves */}
      <KeptLine log={first.log} />
      <AllData />
    </>
  )
}

function sumOf(days: readonly { count: number }[]): number {
  return days.reduce((total, { count }) => total + count, 0)
}

function isSome(amount: string): boolean {
  return fromWire(amount) !== ZERO
}
