import { Card } from '#ui/card.tsx'
import { RecordRow, Rows } from '#ui/record-row.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { ago } from '#ui/times.ts'
import * as text from '#texts/market.ts'
import type { MarketLine } from './calls.ts'
import { PriceChange } from './price-change.tsx'
import { sparklineHeights, showPrice } from './figures.ts'

type PriceListProps = {
  lines: readonly MarketLine[]
  chosen: string | undefined
  onChoose: (symbol: string) => void
  /** The server's time, in milliseconds. */
  now: number
}

/** What all coins cost; a tap shows one on the chart. */
export function PriceList({ lines, chosen, onChoose, now }: PriceListProps) {
  return (
    <section className="mt-5 lg:mt-0" aria-labelledby="prices">
      <h2 id="prices" className="text-17">
        {text.prices}
      </h2>
      <Card className="mt-3 px-5">
        <Rows label={text.chooseOne}>
          {lines.map((line) => (
            <RecordRow
              key={line.symbol}
              lead={<Mark symbol={line.symbol} chosen={line.symbol === chosen} />}
              title={line.name}
              detail={line.stale && line.as_of ? <StalePrice age={ago(line.as_of, now)} /> : line.symbol}
              aside={
                <span className="flex items-center gap-3">
                  <Trend line={line} />
                  <span className="min-w-22 text-end font-semibold">
                    {line.price === null ? (
                      <span className="font-normal text-ink-3">{text.noPrice}</span>
                    ) : (
                      showPrice(line.price)
                    )}
                    <PriceChange percent={line.change_24h} className="block text-13" />
                  </span>
                </span>
              }
              onOpen={() => onChoose(line.symbol)}
            />
          ))}
        </Rows>
      </Card>
    </section>
  )
}

function Mark({ symbol, chosen }: { symbol: string; chosen: boolean }) {
  return (
    <span
      aria-hidden
      className={`grid size-10 shrink-0 place-items-center rounded-full text-11 font-semibold ${chosen ? 'bg-brand text-on-brand' : 'bg-wash text-brand'}`}
    >
      {symbol.slice(0, 4)}
    </span>
  )
}

function Trend({ line }: { line: MarketLine }) {
  const heights = sparklineHeights(line.spark)
  if (heights.length === 0) return null
  return (
    <Sparkline
      heights={heights}
      tone={line.change_24h?.startsWith('-') ? 'down' : 'up'}
      className="h-7 w-16 shrink-0 max-[22rem]:hidden"
    />
  )
}

export function StalePrice({ age }: { age: string }) {
  return <span className="rounded-full bg-pending-wash px-2 py-0.5 text-12 text-pending">{text.stale(age)}</span>
}
