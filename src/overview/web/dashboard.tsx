import { useState } from 'react'
import * as text from '#texts/dashboard.ts'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Activities } from './activities.tsx'
import { BalanceCards } from './balance-cards.tsx'
import { LastDay } from './last-day.tsx'
import { Profit } from './profit.tsx'
import { QuickActions } from './quick-actions.tsx'
import { useOverview, useRead } from './reads.ts'
import { Unpaid } from './unpaid.tsx'

/** What the investor has, what it earns at this second, and what goes on. Made at build time, it is nobody's yet. */
export function DashboardScreen() {
  const user = useUser()
  const own = useOverview()
  const { data: analysis, error, refetch } = useRead('GET /api/analysis')
  const [hour] = useState(() => new Date().getHours())
  return (
    <>
      <ScreenHead
        title={text.title}
        line={user ? text.greeting(hour, user.name) : '\u00a0'}
        before={<Avatar name={user?.name ?? ''} picture={user?.profile ?? ''} className="size-10 text-13" />}
      />
      <div className="flex flex-col gap-3">
        {(own.failed || error) && (
          <LoadFailed
            again={() => {
              own.retry()
              void refetch()
            }}
          />
        )}
        <BalanceCards user={user} balance={own.balance} balanceAt={own.balanceAt} />
        <Unpaid investments={own.histories?.investments ?? []} />
        {!own.failed && <Profit own={own} />}
        <QuickActions />
        {!error && (
          <>
            <LastDay analysis={analysis} />
            <Activities investments={analysis?.investments} ahead={own.ahead} />
          </>
        )}
      </div>
    </>
  )
}
