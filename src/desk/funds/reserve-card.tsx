import { Suspense, type ReactNode } from 'react'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureList } from '#ui/figures.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { Requests } from '#desk/approvals/waiting-approval.tsx'
import { useWaitsOf } from '#desk/approvals/second-approval.ts'
import { useRead, type BackingNow } from '#desk/calls.ts'
import { useMayOwn } from '#desk/decisions/may-decide.ts'
import { reserveFigures } from './reserve-figures.ts'

const MoveForm = lazyPart(async () => (await import('./reserve-panels.tsx')).MoveForm)
const BackingForm = lazyPart(async () => (await import('./reserve-panels.tsx')).BackingForm)

type ReserveCardProps = {
  /** As the funds and `/books` have it. */
  notSetApart: string
}

/** What is set apart for promises, what of them is not, and how far that is looked at before a promise is made. */
export function ReserveCard({ notSetApart }: ReserveCardProps) {
  const { data, error, refetch } = useRead('GET /api/admin/backing')
  const move = usePanel('move-to-reserve')
  const choose = usePanel('set-backing')
  const mayOwn = useMayOwn()
  const waits = useWaitsOf('change backing')
  return (
    <Card className="px-5 pt-4 pb-4">
      <h2 className="text-17">Reserve</h2>
      {data ? (
        <Figures backing={data} notSetApart={notSetApart} />
      ) : error ? (
        <LoadFailed again={refetch}>{error.message}</LoadFailed>
      ) : (
        <Skeleton className="h-20" />
      )}
      <Requests waiting={waits} />
      {mayOwn && data && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="quiet" size="small" onClick={() => move.show()}>
            Move money
          </Button>
          {waits.length === 0 && (
            <Button variant="quiet" size="small" onClick={() => choose.show()}>
              {data.chosen_at === null ? 'Choose the backing' : 'Change the backing'}
            </Button>
          )}
        </div>
      )}
      <ReservePanel
        panel={move}
        title="Reserve"
        description="The operator’s own money in the wallets, set apart for promises or freed again. Nothing enters or leaves the wallets."
      >
        {data ? <MoveForm backing={data} onDone={move.close} /> : <Skeleton className="h-96" />}
      </ReservePanel>
      <ReservePanel
        panel={choose}
        title="Backing of promises"
        description="How far earnings and bonuses are set apart before they are promised."
      >
        {data ? <BackingForm backing={data} onDone={choose.close} /> : <Skeleton className="h-96" />}
      </ReservePanel>
    </Card>
  )
}

type ReservePanelProps = { panel: ReturnType<typeof usePanel>; title: string; description: string; children: ReactNode }

function ReservePanel({ panel, title, description, children }: ReservePanelProps) {
  return (
    <SidePanel open={panel.open} onClose={panel.close} title={title} description={description}>
      <Suspense fallback={<Skeleton className="h-96" />}>{children}</Suspense>
    </SidePanel>
  )
}

const NEEDED =
  'Needed for strict is what has to come into the reserve before it can be chosen. Earnings that were credited before money was set apart for them count too, and so do investments not approved yet.'

function Figures({ backing, notSetApart }: { backing: BackingNow; notSetApart: string }) {
  const needsMore = backing.backing === 'disclosed' && fromWire(backing.needed_for_strict) > ZERO
  return (
    <>
      <p className="pb-2 text-13 text-ink-2">{inWords(backing)}</p>
      <FigureList figures={reserveFigures(backing, notSetApart)} />
      {needsMore && <p className="pt-2 text-13 text-ink-2">{NEEDED}</p>}
    </>
  )
}

function inWords(now: BackingNow): string {
  const isShort = now.backing === 'strict' && fromWire(now.own) < ZERO
  return `${backingInWords(now)}${isShort ? ' The wallets hold less than is owed and set apart, so nothing new is promised now.' : ''}`
}

function backingInWords({ backing, disclosed_from, chosen_at }: BackingNow): string {
  if (disclosed_from !== null)
    return `Only what is set apart is promised, until ${momentOf(disclosed_from)}. Investors have been told.`
  if (backing === 'strict') return 'Only what is set apart is promised.'
  return chosen_at === null
    ? 'Nobody has chosen yet. Until then more can be promised than is set apart, and every plan says so.'
    : 'More can be promised than is set apart, and every plan says so.'
}
