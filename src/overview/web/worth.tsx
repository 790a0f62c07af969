import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as text from '#texts/worth.ts'
import { fromWire } from '#money/micro-usd.ts'
import { call } from '#statements/web/calls.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { createRead } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownZone } from '#ui/times.ts'
import type { Overview } from './reads.ts'
import { WorthDrawn } from './worth-drawn.tsx'
import { maturitiesOf } from '#investments/web/maturities.ts'
import { worthPoints } from './worth-points.ts'

const useRead = createRead(call)

type Days = keyof typeof text.periods
const DAYS = Object.keys(text.periods) as Days[]

/** What the investor has over time, from the statements' own figures, as a chart and as a table. */
export function Worth({ own }: { own: Overview }) {
  const [days, setDays] = useState<Days>('30')
  const { data, error, refetch } = useRead('GET /api/worth', { query: { days, zone: ownZone() } })
  if (error) return <Frame title>{<LoadFailed again={() => void refetch()}>{text.failed}</LoadFailed>}</Frame>
  const points = data && worthPoints(data.days, own.balance)
  if (points?.length === 0) {
    return (
      <Frame title high={false}>
        <EmptyState>{text.empty}</EmptyState>
      </Frame>
    )
  }
  const now = Date.parse(own.balance?.as_of ?? data?.as_of ?? '')
  const last = points?.at(-1)
  const maturities = last
    ? maturitiesOf(own.histories?.investments ?? [], now, last, fromWire(own.balance?.ref_bal ?? '0.00'))
    : []
  return (
    <Frame>
      {points && last ? (
        <WorthDrawn points={points} maturities={maturities} last={last} now={now} />
      ) : (
        <Skeleton className="flex-1" />
      )}
      <div role="group" aria-label={text.period} className="flex rounded-control bg-sunken p-1">
        {DAYS.map((period) => (
          <button
            key={period}
            type="button"
            aria-pressed={period === days}
            onClick={() => setDays(period)}
            className={`min-h-11 flex-1 rounded-[0.6875rem] text-14 font-medium ${period === days ? 'bg-chosen text-ink shadow-raised' : 'text-ink-2'}`}
          >
            {text.periods[period]}
          </button>
        ))}
      </div>
      <Link
        to="/proof"
        className="-my-2 flex min-h-11 items-center self-center rounded text-14 font-semibold text-brand"
      >
        {text.checkCounted}
      </Link>
    </Frame>
  )
}

type FrameProps = { title?: boolean; high?: boolean; children: ReactNode }

/** Of one size, whatever is in it; where there is nothing yet, what goes on below it need not wait that far down. */
function Frame({ title = false, high = true, children }: FrameProps) {
  return (
    <section aria-label={text.title}>
      {/* What a phone has below its screen it lays out when it is scrolled to. */}
      <Card
        className={`flex flex-col justify-between gap-3 p-5 ${high ? 'min-h-136' : ''}`}
        style={high ? { contentVisibility: 'auto' } : {}}
      >
        {title && <h2 className="text-14 font-normal text-ink-2">{text.title}</h2>}
        {children}
        {title && <span />}
      </Card>
    </section>
  )
}
