import { useState } from 'react'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Activities } from './activities.tsx'
import { BalanceCards } from './balance-cards.tsx'
import { LastDay } from './last-day.tsx'
import { Profit } from './profit.tsx'
import { QuickActions } from './quick-actions.tsx'
import { useOwn, useRead } from './reads.ts'
import { Unpaid } from './unpaid.tsx'

/** What the investor has, what it earns at this second, and what goes on. */
export function DashboardScreen() {
  const user = useUser()
  const own = useOwn()
  const { data: analysis } = useRead('GET /api/analysis')
  const [greeting] = useState(greetingNow)
  if (!user) return null
  return (
    <>
      <ScreenHead
        title="DASHBOARD"
        line={`${greeting}, ${user.name}`}
        before={<Avatar name={user.name} picture={user.profile} className="size-10 text-13" />}
      />
      <div className="flex flex-col gap-3">
        <BalanceCards user={user} balance={own.balance} balanceAt={own.balanceAt} />
        <Unpaid investments={own.histories?.investments ?? []} />
        <Profit own={own} />
        <QuickActions />
        <LastDay analysis={analysis} />
        <Activities investments={analysis?.investments} ahead={own.ahead} />
      </div>
    </>
  )
}

function greetingNow(): string {
  const hour = new Date().getHours()
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
