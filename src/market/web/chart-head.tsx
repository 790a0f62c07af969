import type { ReactNode } from 'react'
import * as text from '#texts/market.ts'
import { ago, clockTime, momentOf } from '#ui/times.ts'
import type { MarketLine } from './calls.ts'
import { PriceChange } from './price-change.tsx'
import { showPrice } from './figures.ts'
import { StalePrice } from './price-list.tsx'

type ChartHeadProps = {
  line: MarketLine
  /** The server's time, in milliseconds. */
  now: number
  /** At the end: what changes the chart. */
  children: ReactNode
}

/** What one coin costs, since when, and who says so. */
export function ChartHead({ line, now, children }: ChartHeadProps) {
  const { name, symbol, price, as_of, stale, sources, change_24h } = line
  return (
    <div className="mb-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 pt-2 text-15 font-medium">
          {name} <span className="font-normal text-ink-2">· {symbol}</span>
        </h2>
        {children}
      </div>
      <p className="text-36 font-semibold">
        {price === null ? <span className="text-22 text-ink-3">{text.noPrice}</span> : showPrice(price)}
      </p>
      <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-14">
        {change_24h !== null && (
          <span>
            <PriceChange percent={change_24h} className="font-semibold" />{' '}
            <span className="text-ink-2">{text.inADay}</span>
          </span>
        )}
        {stale && as_of && <StalePrice age={ago(as_of, now)} />}
      </p>
      {as_of && (
        <p className="mt-1 text-13 text-balance text-ink-2">
          {stale ? text.lastMedianOf(sources, momentOf(as_of)) : text.medianOf(sources, clockTime(as_of))}
        </p>
      )}
    </div>
  )
}
