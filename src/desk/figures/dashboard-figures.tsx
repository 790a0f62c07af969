import { Suspense, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownZone } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import { Cohorts } from './cohorts.tsx'
import { Coverage } from './coverage.tsx'
import { figureSource } from './figure-link.tsx'
import { FiguresToCome } from './figures-to-come.tsx'
import { Flow } from './flow-chart.tsx'
import { NewPeople } from './new-people.tsx'
import { PayoutsDue } from './payouts-due.tsx'

const FigureRecords = lazyPart(async () => (await import('./figure-records.tsx')).FigureRecords)

/** The platform's figures: what is held for what is owed, what moved and falls due, who is new. Each opens what is behind it. */
export function DashboardFigures() {
  const [zone] = useState(ownZone)
  const { data: figures, error, refetch } = useRead('GET /api/admin/figures', { query: { zone } })
  const panel = usePanel('figure')
  if (!figures && error) {
    return (
      <Card>
        <LoadFailed again={refetch}>{error.message}</LoadFailed>
      </Card>
    )
  }
  if (!figures) return <FiguresToCome />
  const what = panel.of && figureSource(panel.of, figures)
  return (
    <>
      <Coverage figures={figures} onOpen={panel.show} />
      <Flow figures={figures} onOpen={panel.show} />
      <PayoutsDue figures={figures} />
      <NewPeople figures={figures} />
      <Cohorts />
      <SidePanel
        open={panel.open}
        onClose={panel.close}
        title={what ? what.title : 'Records'}
        description={what ? what.line : 'There is no such figure.'}
      >
        <Suspense fallback={<Skeleton className="h-72" />}>
          {what && <FigureRecords key={panel.of} asked={what.asked} />}
        </Suspense>
      </SidePanel>
    </>
  )
}
