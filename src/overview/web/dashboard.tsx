import { Suspense, useDeferredValue, useState } from 'react'
import * as text from '#texts/dashboard.ts'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BalanceCards } from './balance-cards.tsx'
import { Profit } from './profit.tsx'
import { QuickActions } from './quick-actions.tsx'
import { useOverview, useRead } from './reads.ts'

const parts = () => import('./parts.tsx')
const Next = lazyPart(async () => (await parts()).Next)
const Worth = lazyPart(async () => (await parts()).Worth)
const YourInvestments = lazyPart(async () => (await parts()).YourInvestments)
const Platform = lazyPart(async () => (await parts()).Platform)

/** As high as two lines of what is next, or the first steps and one. */
const nextComing = <Skeleton className="h-36 rounded-card" />
const worthComing = <Skeleton className="h-136 rounded-card" />
const platformComing = <Skeleton className="h-30 rounded-card" />
const besideClass = 'min-w-0 @min-[42rem]:col-start-2'

/** What the investor has, what it earns at this second, and what goes on. Made at build time, it is nobody's yet. */
export function DashboardScreen() {
  const user = useUser()
  // what has come is drawn in slices, between which the page answers: it is more than a phone draws in a blink
  const own = useDeferredValue(useOverview())
  const { data, error, refetch } = useRead('GET /api/analysis')
  const analysis = useDeferredValue(data)
  const [hour] = useState(() => new Date().getHours())
  return (
    <div className="@container">
      <ScreenHead
        title={text.title}
        line={user ? text.greeting(hour, user.name) : '\u00a0'}
        before={<Avatar name={user?.name ?? ''} picture={user?.profile ?? ''} className="size-10 text-13" />}
      />
      <div className="flex flex-col gap-3">
        {own.failed && <LoadFailed again={() => Promise.all([own.retry(), refetch()])} />}
        <BalanceCards user={user} balance={own.balance} balanceAt={own.balanceAt} />
        {/* On a wide screen what is next and what goes on stand at the right of what there is. */}
        <div className="grid gap-3 @min-[42rem]:grid-cols-2 @min-[42rem]:grid-rows-[auto_1fr] @min-[42rem]:gap-5 @min-[60rem]:grid-cols-[2fr_1fr]">
          <div className={`${besideClass} flex flex-col gap-3`}>
            {!own.failed && (
              <>
                {own.histories ? (
                  <Suspense fallback={nextComing}>
                    <Next histories={own.histories} />
                  </Suspense>
                ) : (
                  nextComing
                )}
                <Profit own={own} />
              </>
            )}
            <QuickActions />
          </div>
          <div className="flex min-w-0 flex-col gap-5 @min-[42rem]:row-span-2 @min-[42rem]:row-start-1">
            {!own.failed && <Suspense fallback={worthComing}>{user ? <Worth own={own} /> : worthComing}</Suspense>}
            {own.histories && (
              <Suspense>
                <YourInvestments investments={own.histories.investments} ahead={own.ahead} />
              </Suspense>
            )}
          </div>
          {!(own.failed && error) && (
            <div className={besideClass}>
              {error ? (
                <LoadFailed again={refetch} />
              ) : analysis ? (
                <Suspense fallback={platformComing}>
                  <Platform analysis={analysis} ahead={own.ahead} />
                </Suspense>
              ) : (
                platformComing
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
