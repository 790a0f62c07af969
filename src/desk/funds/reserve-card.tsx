import { Suspense, type ReactNode } from 'react'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
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

const MoveForm = lazyPart(async () => (await import('./reserve-panels.tsx')).MoveForm)
const BackingForm = lazyPart(async () => (await import('./reserve-panels.tsx')).BackingForm)

/** What is set apart for promises, what of them is not, and how far that is looked at before a promise is made. */
export function ReserveCard() {
  const { data, error, refetch } = useRead('GET /api/admin/backing')
  const move = usePanel('move-to-reserve')
  const choose = usePanel('set-backing')
  const mayOwn = useMayOwn()
  const waits = useWaitsOf('change backing')
  return (
    <Card className="px-5 pt-4 pb-4">
      <h2 className="text-17">Reserve</h2>
      {data ? (
        <Figures backing={data} />
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

function Figures({ backing }: { backing: BackingNow }) {
  const { free, committed, not_set_apart, held, own } = backing
  return (
    <>
      <p className="pb-2 text-13 text-ink-2">{inWords(backing)}</p>
      <FigureList
        figures={[
          { term: 'Free for promises', value: dollars(free) },
          { term: 'Promised, and set apart', value: dollars(committed) },
          { term: 'Still to set apart', value: dollars(not_set_apart) },
          ...(fromWire(held) > ZERO ? [{ term: 'For investments not approved yet', value: dollars(held) }] : []),
          { term: 'Own and free', value: dollars(own) },
        ]}
      />
    </>
  )
}

function inWords({ backing, disclosed_from, chosen_at }: BackingNow): string {
  if (disclosed_from !== null)
    return `Only what is set apart is promised, until ${momentOf(disclosed_from)}. Investors have been told.`
  if (backing === 'strict') return 'Only what is set apart is promised.'
  return chosen_at === null
    ? 'Nobody has chosen yet. Until then more can be promised than is set apart, and every plan says so.'
    : 'More can be promised than is set apart, and every plan says so.'
}
