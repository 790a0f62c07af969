import { useState } from 'react'
import { useUser } from '#identity/web/session.ts'
import { Activities } from '#overview/web/activities.tsx'
import { LastDay } from '#overview/web/last-day.tsx'
import { initialsOf } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Rosette, Seal } from '#ui/rosette.tsx'
import { dayOf } from '#ui/times.ts'
import { useRead } from './calls.ts'
import { Waiting } from './waiting.tsx'

/** What waits for an administrator, and the whole platform's last day. */
export function AdminDashboardScreen() {
  const user = useUser()
  const { data: analysis } = useRead('GET /api/analysis')
  const [today] = useState(() => dayOf(Date.now()))
  if (!user) return null
  return (
    <>
      <PageHead over="Home" title="DASHBOARD" below={today} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="flex flex-col gap-4">
          <section className="paper-verdigris relative isolate flex min-h-28 items-center gap-4 overflow-clip rounded-card p-5">
            <Rosette
              id={user.id}
              className="top-1/2 -right-40 -z-10 size-64 -translate-y-1/2 sm:-right-16 sm:size-72"
            />
            <Seal id={user.id} initials={initialsOf(user.name)} className="size-14 text-22" />
            <p className="text-15">
              <span className="block text-white/80">Currently using Admin account for</span>{' '}
              <span className="block text-22 font-semibold wrap-anywhere">{user.name}</span>
            </p>
          </section>
          <LastDay analysis={analysis} />
          <div className="lg:hidden">
            <Waiting />
          </div>
          <Card className="px-5 pt-2 pb-3">
            <Activities investments={analysis?.investments} ahead={0} />
          </Card>
        </div>
        <div className="max-lg:hidden">
          <Waiting />
        </div>
      </div>
    </>
  )
}
