import { useUser } from '#identity/web/session.ts'
import { Activities } from '#overview/web/activities.tsx'
import { LastDay } from '#overview/web/last-day.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card, Certificate } from '#ui/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useRead } from './calls.ts'
import { Waiting } from './waiting.tsx'

/** What waits for an administrator, and the whole platform's last day. */
export function AdminDashboardScreen() {
  const user = useUser()
  const { data: analysis } = useRead('GET /api/analysis')
  if (!user) return null
  return (
    <>
      <PageHead over="Home" title="DASHBOARD" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="flex flex-col gap-4">
          <Certificate paper="verdigris" of={user.id} className="flex min-h-28 items-center gap-4 p-5">
            <Avatar name={user.name} picture={user.profile} className="size-12 text-15" />
            <p className="text-15">
              <span className="block text-white/80">Currently using Admin account for</span>{' '}
              <span className="block text-22 font-semibold wrap-anywhere">{user.name}</span>
            </p>
          </Certificate>
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
