import { Suspense, useCallback, useState } from 'react'
import * as text from '#texts/market.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from './calls.ts'
import { ChartCard } from './chart-card.tsx'
import { NoPrices } from './no-prices.tsx'
import { PriceList } from './price-list.tsx'
import { useChosen } from './spans.ts'

const TradingViewCharts = lazyPart(async () => (await import('./tradingview-charts.tsx')).TradingViewCharts)

const HALF_A_MINUTE = 30_000

/** What coins cost: our own list and chart; another site's only where the operator allows it and the investor asks. */
export function MarketScreen() {
  const { data: market, dataUpdatedAt, error, refetch } = useRead('GET /api/market')
  const lines = market?.symbols ?? []
  const { symbol, span, chooseSymbol, chooseSpan } = useChosen(lines.map((line) => line.symbol))
  const [foreign, setForeign] = useState<'hidden' | 'shown' | 'silent'>('hidden')
  const silence = useCallback(() => setForeign('silent'), [])
  const ahead = market ? Date.parse(market.now) - dataUpdatedAt : 0
  // What was just read is not older than the last tick.
  const now = Math.max(useNow(HALF_A_MINUTE), dataUpdatedAt) + ahead
  const line = lines.find((one) => one.symbol === symbol)
  const known = lines.some(({ price, spark }) => price !== null || spark.length > 0)
  return (
    <>
      <ScreenHead title={text.title} />
      {foreign === 'silent' && (
        <div className="mb-3">
          <Notice>{text.foreignFailed}</Notice>
        </div>
      )}
      {error ? (
        <Card>
          <LoadFailed again={refetch}>{text.failed}</LoadFailed>
        </Card>
      ) : !market ? (
        <Loading />
      ) : foreign === 'shown' ? (
        <Suspense fallback={<Skeleton className="h-100 rounded-card" />}>
          <TradingViewCharts lines={lines} symbol={symbol ?? 'BTC'} span={span} onSilence={silence} />
        </Suspense>
      ) : line && known ? (
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-6">
          <ChartCard key={line.symbol} line={line} span={span} onChoose={chooseSpan} now={now} />
          <div>
            <PriceList lines={lines} chosen={symbol} onChoose={chooseSymbol} now={now} />
            <p className="mt-4 text-13 text-ink-2">{text.howPricesCome}</p>
          </div>
        </div>
      ) : (
        <NoPrices market={market} />
      )}
      {market?.frames && (
        <div className="mt-5">
          <Button
            variant="secondary"
            size="medium"
            className="w-full"
            aria-describedby="about-foreign"
            onClick={() => setForeign(foreign === 'shown' ? 'hidden' : 'shown')}
          >
            {foreign === 'shown' ? text.hideForeign : text.showForeign}
          </Button>
          <p id="about-foreign" className="mt-2 text-13 text-ink-2">
            {text.aboutForeign}
          </p>
        </div>
      )}
    </>
  )
}

/** As tall as what comes: the card of the chart, and the first prices. */
function Loading() {
  return (
    <>
      <Skeleton className="h-190 rounded-card" />
      <Skeleton className="mt-5 h-6 w-22" />
      <Skeleton className="mt-3 h-100 rounded-card" />
    </>
  )
}
