import { MINUTE } from '#kit/clock.ts'
import { type SourceCandle, type CandleQuery, type SourceName, SourceProblem } from './exchange.ts'
import { INTERVALS, readPrice } from './rules.ts'

/** Milliseconds by which a source's clock may be ahead of ours. */
const AHEAD = MINUTE

/** A candle as written: opening time in milliseconds, and prices as decimal strings or numbers. */
export type RawCandle = Record<'open' | 'high' | 'low' | 'close', string | number> & { time: number }

/**
 * Takes candles that a source wrote, oldest first, the newest as many as were asked for. Refuses all of them where one
 * cannot be: no price, a low over its high, a time between two candles, twice or not yet come.
 */
export function takeCandles(source: SourceName, asked: CandleQuery, written: readonly RawCandle[]): SourceCandle[] {
  const { length } = INTERVALS[asked.interval]
  const refuse = (said: string) => new SourceProblem(source, `${asked.symbol} ${asked.interval}: ${said}`, 'symbol')
  const seen = new Set<number>()
  const candles = written.map(({ time, ...prices }): SourceCandle => {
    if (time % length !== 0) throw refuse('a candle opens between two times')
    if (time > asked.now.getTime() + AHEAD) throw refuse('a candle is of a time that has not come')
    if (seen.has(time)) throw refuse('two candles are of the same time')
    seen.add(time)
    const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(readPrice)
    if (open === undefined || high === undefined || low === undefined || close === undefined) {
      throw refuse('a price cannot be read')
    }
    if (low > open || low > close || high < open || high < close) throw refuse('a candle lies outside of itself')
    return { opensAt: new Date(time), open, high, low, close }
  })
  return candles.sort((a, b) => a.opensAt.getTime() - b.opensAt.getTime()).slice(-asked.count)
}
