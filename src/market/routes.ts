import { type Clock, DAY, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import type { marketContract } from './contract.ts'
import type { SourceName } from './exchange.ts'
import { SOURCE_NAMES, sourcesOf } from './exchanges.ts'
import { candlesOf, lastDay, priceADayBefore, quoteOf, type ShownCandle } from './read.ts'
import { changeOf, isFresh, writePrice } from './rules.ts'
import { selectAnswered } from './store.ts'
import { nameOf } from './symbols.ts'

/** How far back the candles of each interval are shown, in milliseconds. */
const SHOWN = { '5m': DAY, '1h': 7 * DAY, '1d': 270 * DAY } as const

type House = { clock: Clock; settings: Pick<Settings, 'market' | 'marketSources' | 'tradingView'> }

/** The calls of this slice. */
export function marketRoutes({ clock, settings }: House): Routes<typeof marketContract> {
  const sources = sourcesOf(settings)
  return {
    'GET /api/market': (context) =>
      context.read(async (tx) => {
        const now = clock.now()
        const answered = await selectAnswered(tx)
        const symbols = []
        for (const symbol of settings.market) symbols.push(await lineOf(tx, { symbol, sources, now }))
        return {
          status: 'success' as const,
          symbols,
          sources: sources.map((source) => ({
            name: SOURCE_NAMES[source],
            answered_at: answered.get(source)?.toISOString() ?? null,
          })),
          now: now.toISOString(),
          frames: settings.tradingView,
        }
      }),
    'GET /api/market/:symbol': (context) => {
      const { symbol } = context.params
      const { interval } = context.query
      if (!settings.market.includes(symbol)) refuse('not found', 'There are no prices of this symbol here.')
      return context.read(async (tx) => {
        const now = clock.now()
        const after = new Date(now.getTime() - SHOWN[interval])
        const candles = await candlesOf(tx, { symbol, sources }, interval, after, new Date(now.getTime() + MINUTE))
        const asOf = candles.at(-1)?.asOf
        return {
          status: 'success' as const,
          symbol,
          name: nameOf(symbol),
          interval,
          candles: candles.map(onWire),
          as_of: asOf?.toISOString() ?? null,
          stale: asOf !== undefined && !isFresh(interval, asOf, now),
          sources: namesOf(sources.filter((source) => candles.some((candle) => candle.sources.includes(source)))),
        }
      })
    },
  }
}

async function lineOf(tx: Tx, asked: { symbol: string; sources: readonly SourceName[]; now: Date }) {
  const quote = await quoteOf(tx, asked)
  const spark = await lastDay(tx, asked)
  const dayBefore = quote && (await priceADayBefore(tx, asked, quote.asOf))
  return {
    symbol: asked.symbol,
    name: nameOf(asked.symbol),
    price: quote ? writePrice(quote.price) : null,
    change_24h: quote && dayBefore !== undefined ? changeOf(dayBefore, quote.price) : null,
    as_of: quote?.asOf.toISOString() ?? null,
    stale: quote?.stale ?? false,
    sources: namesOf(asked.sources.filter((source) => quote?.sources.includes(source))),
    spark: spark.map(writePrice),
  }
}

function onWire({ opensAt, open, high, low, close, sources }: ShownCandle) {
  const prices = { open: writePrice(open), high: writePrice(high), low: writePrice(low), close: writePrice(close) }
  return { time: opensAt.toISOString(), ...prices, sources: sources.length }
}

function namesOf(sources: readonly SourceName[]): string[] {
  return sources.map((source) => SOURCE_NAMES[source])
}
