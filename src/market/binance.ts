import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { fetchJson } from './fetch-json.ts'
import { type Exchange, SourceProblem } from './exchange.ts'
import { takeCandles } from './take-candles.ts'

const Moment = Type.Integer({ minimum: 0, maximum: 1e13 })
const Figure = Type.String({ maxLength: 40 })
const Count = Type.Integer({ minimum: 0 })
/** Opening time in milliseconds, open, high, low, close, volume, closing time, and five more that are of no use here. */
const Rows = Type.Array(
  Type.Tuple([Moment, Figure, Figure, Figure, Figure, Figure, Moment, Figure, Count, Figure, Figure, Figure]),
  { maxItems: 1000 },
)

/**
 * Candles of Binance. It trades against USDT, a coin that stands for a dollar, and not against dollars; the median with
 * the others holds that in bounds.
 * https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints#klinecandlestick-data
 */
export function binance(address: string): Exchange {
  return {
    source: 'binance',
    async candles(asked) {
      const { symbol, interval, count, signal } = asked
      const url = new URL('api/v3/klines', address)
      url.searchParams.set('symbol', `${symbol}USDT`)
      url.searchParams.set('interval', interval)
      url.searchParams.set('limit', String(count))
      const { status, body } = await fetchJson('binance', url, signal)
      if (status !== 200) throw new SourceProblem('binance', `${symbol}: it answered ${status}`, 'symbol')
      if (!Check(Rows, body)) throw new SourceProblem('binance', 'the answer has another shape')
      const written = body.map(([time, open, high, low, close]) => ({ time, open, high, low, close }))
      return takeCandles('binance', asked, written)
    },
  }
}
