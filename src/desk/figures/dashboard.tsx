import { Suspense, useState } from 'react'
import { useUser } from '#identity/web/session.ts'
import { Activities } from '#overview/web/activities.tsx'
import { LastDay } from '#overview/web/last-day.tsx'
import { initialsOf } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Seal } from '#ui/rosette.tsx'
import { dayOf } from '#ui/times.ts'
import { useWide } from '#ui/wide.ts'
import { ApprovalsCard } from '#desk/approvals/approvals-card.tsx'
import { useRead } from '#desk/calls.ts'
import { HelpCard } from '#desk/people/help-card.tsx'
import { ChecklistCard } from '#desk/settings/checklist-card.tsx'
import { FiguresToCome } from './figures-to-come.tsx'
import { useNothingWaits, WaitingCard } from './waiting-card.tsx'

const DashboardFigures = lazyPart(async () => (await import('./dashboard-figures.tsx')).DashboardFigures)

/** Of the newest investments, beside the figures. */
const NEWEST = 8

/** What an operator wants to see first: what waits, what is held for what is owed, what moves and falls due, who is new. */
export function AdminDashboardScreen() {
  const user = useUser()
  const { data: analysis, error, refetch } = useRead('GET /api/analysis')
  const [today] = useState(() => dayOf(Date.now()))
  const wide = useWide()
  const idle = useNothingWaits()
  if (!user) return null
  const newest = analysis?.investments.slice(0, wide ? NEWEST : undefined)
  const activities = (
    <Card className="px-5 pt-2 pb-3">
      {error ? <LoadFailed again={refetch} /> : <Activities investments={newest} ahead={0} />}
    </Card>
  )
  const toDo = (
    <div className="flex flex-col gap-4">
      <section className="paper-verdigris flex min-h-18 items-center gap-4 rounded-card p-5">
        <Seal id={user.id} initials={initialsOf(user.name)} className="size-14 text-22" />
        <p className="text-15">
          <span className="block text-white/80">Currently using Admin account for</span>{' '}
          <span className="block text-22 font-semibold wrap-anywhere">{user.name}</span>
        </p>
      </section>
      {/* in a house where nothing has happened yet, what is missing comes first */}
      {idle && <ChecklistCard />}
      <WaitingCard />
      <HelpCard />
      <ApprovalsCard />
      {!idle && <ChecklistCard />}
      {wide && activities}
    </div>
  )
  return (
    <>
      <PageHead over="Home" title="DASHBOARD" below={today} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        {!wide && toDo}
        <div className="flex min-w-0 flex-col gap-4">
          <Suspense fallback={<FiguresToCome />}>
            <DashboardFigures />
          </Suspense>
          {!error && <LastDay analysis={analysis} />}
          {!wide && activities}
        </div>
        {wide && toDo}
      </div>
    </>
  )
}
