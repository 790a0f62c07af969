import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { fetchJson } from './fetch-json.ts'
import { type Exchange, SourceProblem } from './exchange.ts'
import { INTERVALS } from './rules.ts'
import { takeCandles } from './take-candles.ts'

const Figure = Type.Number({ minimum: 0 })
/** Opening time in seconds, low, high, open, close, volume. */
const Rows = Type.Array(
  Type.Tuple([Type.Integer({ minimum: 0, maximum: 1e10 }), Figure, Figure, Figure, Figure, Figure]),
  {
    maxItems: 1000,
  },
)

/**
 * Candles of Coinbase Exchange, newest first and as JSON numbers, of which the shortest decimal form is taken; none for
 * a time without a trade: https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/products/get-product-candles
 */
export function coinbase(address: string): Exchange {
  return {
    source: 'coinbase',
    async candles(asked) {
      const { symbol, interval, count, now, signal } = asked
      const { length } = INTERVALS[interval]
      const running = Math.floor(now.getTime() / length) * length
      const url = new URL(`products/${encodeURIComponent(symbol)}-USD/candles`, address)
      url.searchParams.set('granularity', String(length / 1000))
      url.searchParams.set('start', new Date(running - (count - 1) * length).toISOString())
      url.searchParams.set('end', now.toISOString())
      const { status, body } = await fetchJson('coinbase', url, signal)
      if (status !== 200) throw new SourceProblem('coinbase', `${symbol}: it answered ${status}`, 'symbol')
      if (!Check(Rows, body)) throw new SourceProblem('coinbase', 'the answer has another shape')
      const written = body.map(([time, low, high, open, close]) => ({ time: time * 1000, open, high, low, close }))
      return takeCandles('coinbase', asked, written)
    },
  }
}
