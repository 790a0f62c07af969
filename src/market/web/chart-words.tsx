import { Suspense, useId, useState } from 'react'
import * as text from '#texts/chart.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Chart } from './calls.ts'
import { openingOf, showPrice } from './figures.ts'
import { extremesOf } from './extremes.ts'
import type { Span } from './spans.ts'

const CandleTable = lazyPart(async () => (await import('./candle-table.tsx')).CandleTable)

/** The chart in a sentence, and as a table for whoever asks for it. */
export function ChartWords({ id, chart, span }: { id: string; chart: Chart | undefined; span: Span }) {
  const table = useId()
  const [open, setOpen] = useState(false)
  const ends = chart && extremesOf(chart.candles)
  if (!chart) return <Skeleton className="mt-3 h-24" />
  if (!ends) return null
  const alone = chart.candles.filter(({ sources }) => sources === 1).length
  const [only = ''] = chart.sources
  return (
    <>
      <p id={id} className="mt-3 text-13 text-ink-2">
        {text.summary({
          name: chart.name,
          from: showPrice(ends.first.open),
          since: openingOf(span, ends.first.time),
          to: showPrice(ends.last.close),
          until: openingOf(span, ends.last.time),
          low: showPrice(ends.low),
          high: showPrice(ends.high),
        })}{' '}
        {alone > 0 && (alone === chart.candles.length ? text.allFromOne(only) : text.fromOne(alone))}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="mt-3"
        aria-expanded={open}
        aria-controls={table}
        onClick={() => setOpen(!open)}
      >
        {open ? text.hideTable : text.showTable}
      </Button>
      {open && (
        <Suspense fallback={<Skeleton className="mt-3 h-100" />}>
          <CandleTable id={table} name={chart.name} candles={chart.candles} span={span} />
        </Suspense>
      )}
    </>
  )
}
