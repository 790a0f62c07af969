import type { Interval, Prices } from './rules.ts'

/** One candle as a source gave it. */
export type SourceCandle = Prices & { readonly opensAt: Date }

export type CandleQuery = {
  /** such as BTC; every price is in dollars */
  symbol: string
  interval: Interval
  /** how many of the newest, at most 290 */
  count: number
  now: Date
  signal: AbortSignal
}

export type SourceName = 'kraken' | 'coinbase' | 'binance'

/** A source of prices: an exchange's public candles. */
export type Exchange = {
  readonly source: SourceName
  /** The newest candles, oldest first; the last one may still be running. Throws `SourceProblem`. */
  candles(asked: CandleQuery): Promise<SourceCandle[]>
}

/** A source did not answer as it should. The message names it. */
export class SourceProblem extends Error {
  /** `source`: it is of no use to ask it anything now. `symbol`: it only has nothing to say about this one. */
  readonly scope: 'source' | 'symbol'
  /** Milliseconds that the source asked to be left alone. */
  readonly retryAfter: number | undefined
  /** The message without the source's name. */
  readonly said: string

  constructor(source: string, said: string, scope: 'source' | 'symbol' = 'source', retryAfter?: number) {
    super(`${source}: ${said}`)
    this.name = 'SourceProblem'
    this.scope = scope
    this.said = said
    this.retryAfter = retryAfter
  }
}
