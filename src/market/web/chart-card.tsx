import { ChartCandlestick } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import * as text from '#texts/chart.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { momentOf } from '#ui/times.ts'
import { type Candle, type MarketLine, useRead } from './calls.ts'
import { ChartHead } from './chart-head.tsx'
import { ChartWords } from './chart-words.tsx'
import type { ChartType } from './chart-colours.ts'
import { openingOf, showFigure, showMark } from './figures.ts'
import { type Span, spans } from './spans.ts'

const CandleChart = lazyPart(async () => (await import('./candle-chart.tsx')).CandleChart)

type ChartCardProps = {
  line: MarketLine
  span: Span
  onChoose: (span: Span) => void
  /** The server's time, in milliseconds. */
  now: number
}

/** One coin: what it costs, its chart over the chosen time, and the same in words and as a table. */
export function ChartCard({ line, span, onChoose, now }: ChartCardProps) {
  const words = useId()
  const [type, setType] = useState<ChartType>('area')
  const [pointed, setPointed] = useState<Candle>()
  const { data, error, refetch } = useRead('GET /api/market/:symbol', {
    params: { symbol: line.symbol },
    query: { interval: span },
  })
  return (
    <Card className="p-5">
      <ChartHead line={line} now={now}>
        <button
          type="button"
          aria-pressed={type === 'candles'}
          aria-label={text.candles}
          onClick={() => setType(type === 'area' ? 'candles' : 'area')}
          className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-ink-2 aria-pressed:bg-wash aria-pressed:text-brand"
        >
          <ChartCandlestick className="size-5" aria-hidden />
        </button>
      </ChartHead>
      <Tabs label={text.timeShown} tabs={spans} chosen={span} onChoose={onChoose}>
        <p aria-hidden className="flex min-h-9 items-center gap-2.5 overflow-clip text-12 whitespace-nowrap text-ink-2">
          {pointed && <Pointed candle={pointed} span={span} />}
        </p>
        {error ? (
          <div className="min-h-100">
            <LoadFailed again={refetch}>{text.failed}</LoadFailed>
          </div>
        ) : !data ? (
          <Skeleton className="h-100" />
        ) : data.candles.length === 0 ? (
          <div className="min-h-100">
            <EmptyState>{text.none}</EmptyState>
          </div>
        ) : (
          <Suspense fallback={<Skeleton className="h-100" />}>
            <CandleChart
              label={text.chartOf(line.name)}
              describedBy={words}
              candles={data.candles}
              span={span}
              type={type}
              onPoint={setPointed}
            />
          </Suspense>
        )}
        {data?.stale && data.as_of && <p className="mt-3 text-13 text-pending">{text.stale(momentOf(data.as_of))}</p>}
        <ChartWords id={words} chart={data} span={span} />
      </Tabs>
    </Card>
  )
}

/** The candle under the finger, in figures. */
function Pointed({ candle, span }: { candle: Candle; span: Span }) {
  return (
    <>
      <span className="font-medium text-ink">{openingOf(span, candle.time)}</span>
      <span className="font-medium text-ink">{showFigure(candle.close)}</span>
      <span>{text.between(showMark(Number(candle.low)), showMark(Number(candle.high)))}</span>
    </>
  )
}
