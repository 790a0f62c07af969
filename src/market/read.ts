import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { SourceName } from './exchange.ts'
import { agreedOn, candleOf, isFresh, type Interval, type Price, type Prices, candleTime } from './rules.ts'
import { type KeptCandle, selectCandles, selectCandlesAt, selectTimesOfTwo } from './store.ts'

/** A price that at least two sources agreed on, and of when it is. */
export type Quote = { price: Price; asOf: Date; stale: boolean; sources: readonly SourceName[] }
/** A candle that is shown, and who said so. */
export type ShownCandle = Prices & { opensAt: Date; asOf: Date; sources: readonly SourceName[] }
type PriceQuery = { symbol: string; sources: readonly SourceName[]; now: Date }

/** Milliseconds for which a price that nobody confirms any more is still shown, with its age. */
const LAST_KNOWN_FOR = 2 * DAY
/** How many of the last minutes that two sources share are looked through for one in which they agree. */
const MINUTES_TRIED = 20
/** Milliseconds that the price of a day before may be off. */
const ABOUT = 30 * MINUTE

/**
 * What a coin costs now: the median of what at least two sources said within the last three minutes. Undefined where fewer
 * did, or they do not agree. Prices are asked for by the job alone (`poll.ts`), whoever looks at them and how often.
 */
export async function freshQuoteOf(tx: Tx, { symbol, sources, now }: PriceQuery): Promise<Quote | undefined> {
  const of = { symbols: [symbol], sources, interval: '1m' } as const
  const recent = await selectCandles(tx, { ...of, after: before(now, 10 * MINUTE), until: soon(now) })
  const fresh = newestOfEach(recent).filter((candle) => isFresh('1m', told(candle), now))
  return quoteFrom(fresh, false)
}

/**
 * What a coin costs now or, where nobody can be trusted at the moment, the last price that two agreed on, marked as
 * stale; none if there is no such price of the last two days.
 */
export async function quoteOf(tx: Tx, asked: PriceQuery): Promise<Quote | undefined> {
  return (await freshQuoteOf(tx, asked)) ?? (await lastKnownOf(tx, asked))
}

async function lastKnownOf(tx: Tx, { symbol, sources, now }: PriceQuery): Promise<Quote | undefined> {
  const of = { symbol, sources, interval: '1m' } as const
  const after = before(now, LAST_KNOWN_FOR)
  const times = await selectTimesOfTwo(tx, { ...of, after, most: MINUTES_TRIED })
  const said = await selectCandlesAt(tx, { ...of, times })
  for (const time of times) {
    const quote = quoteFrom(
      said.filter(({ opensAt }) => opensAt.getTime() === time.getTime()),
      true,
    )
    if (quote !== undefined) return quote
  }
  return undefined
}

function quoteFrom(said: readonly KeptCandle[], stale: boolean): Quote | undefined {
  const agreed = agreedOn(said, ({ close }) => close)
  if (agreed === undefined) return undefined
  // A median is no younger than the oldest of what it is made of.
  return {
    price: agreed.price,
    asOf: oldest(agreed.by.map(told)),
    stale,
    sources: agreed.by.map(({ source }) => source),
  }
}

/** What a coin cost 24 hours before a moment, give or take; undefined if nobody knows. */
export async function priceADayBefore(tx: Tx, asked: PriceQuery, moment: Date): Promise<Price | undefined> {
  const then = before(moment, DAY)
  // The candle that had just closed by then.
  const until = before(then, 5 * MINUTE)
  const candles = await candlesOf(tx, asked, '5m', before(until, ABOUT), until)
  return candles.at(-1)?.close
}

/** Closing prices of the last 24 hours, one an hour, oldest first. */
export async function lastDay(tx: Tx, asked: PriceQuery): Promise<Price[]> {
  const candles = await candlesOf(tx, asked, '1h', before(asked.now, DAY + HOUR), soon(asked.now))
  return candles.map(({ close }) => close)
}

/** Candles that open after one moment and not after another, oldest first; a time on which sources do not agree is left out. */
export async function candlesOf(
  tx: Tx,
  { symbol, sources }: Omit<PriceQuery, 'now'>,
  interval: Interval,
  after: Date,
  until: Date,
): Promise<ShownCandle[]> {
  const kept = await selectCandles(tx, { symbols: [symbol], sources, interval, after, until })
  const times = Map.groupBy(kept, ({ opensAt }) => opensAt.getTime())
  return [...times].flatMap(([time, said]) => {
    const candle = candleOf(said)
    if (candle === undefined) return []
    const { by, ...prices } = candle
    return { ...prices, opensAt: new Date(time), asOf: oldest(by.map(told)), sources: by.map(({ source }) => source) }
  })
}

function newestOfEach(candles: readonly KeptCandle[]): KeptCandle[] {
  return [...new Map(candles.map((candle) => [candle.source, candle])).values()]
}

const told = ({ interval, opensAt, readAt }: KeptCandle) => candleTime(interval, opensAt, readAt)
const oldest = (times: readonly Date[]) => new Date(Math.min(...times.map((time) => time.getTime())))
const before = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds)
/** A source's clock may be a little ahead. */
const soon = (now: Date) => new Date(now.getTime() + MINUTE)
