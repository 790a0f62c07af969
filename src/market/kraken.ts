import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { fetchJson } from './fetch-json.ts'
import { type Exchange, SourceProblem } from './exchange.ts'
import { INTERVALS } from './rules.ts'
import { takeCandles } from './take-candles.ts'

/** Kraken's own names for old coins. */
const OWN_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

const Figure = Type.String({ maxLength: 40 })
const Moment = Type.Integer({ minimum: 0, maximum: 1e10 })
const Count = Type.Integer({ minimum: 0 })
/** Opening time in seconds, open, high, low, close, average, volume, number of trades. */
const Rows = Type.Array(Type.Tuple([Moment, Figure, Figure, Figure, Figure, Figure, Figure, Count]), { maxItems: 1000 })
const Reply = Type.Object({
  error: Type.Array(Type.String()),
  result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** Candles of Kraken: https://docs.kraken.com/api-reference/market-data/get-ohlc-data */
export function kraken(address: string): Exchange {
  return {
    source: 'kraken',
    async candles(asked) {
      const { symbol, interval, count, now, signal } = asked
      const { length } = INTERVALS[interval]
      const base = OWN_NAMES[symbol] ?? symbol
      const url = new URL('0/public/OHLC', address)
      url.searchParams.set('pair', `${base}USD`)
      url.searchParams.set('interval', String(length / 60_000))
      url.searchParams.set('since', String(Math.floor((now.getTime() - (count + 1) * length) / 1000)))
      const { status, body } = await fetchJson('kraken', url, signal)
      if (status !== 200 || !Check(Reply, body)) throw new SourceProblem('kraken', 'the answer has another shape')
      refuseErrors(symbol, body.error)
      // It answers under its own name of the pair: XXBTZUSD where XBTUSD was asked for.
      const rows = body.result?.[`X${base}ZUSD`] ?? body.result?.[`${base}USD`]
      if (rows === undefined) throw new SourceProblem('kraken', `it answered something else than ${symbol}`, 'symbol')
      if (!Check(Rows, rows)) throw new SourceProblem('kraken', 'the answer has another shape')
      const written = rows.map(([time, open, high, low, close]) => ({ time: time * 1000, open, high, low, close }))
      return takeCandles('kraken', asked, written)
    },
  }
}

/** Errors come with status 200, such as `EQuery:Unknown asset pair`, `EAPI:Rate limit exceeded`. */
function refuseErrors(symbol: string, errors: readonly string[]): void {
  const [error] = errors
  if (error === undefined) return
  const said = `it answered ${error.slice(0, 80)}`
  if (error.startsWith('EQuery:')) throw new SourceProblem('kraken', `${symbol}: ${said}`, 'symbol')
  throw new SourceProblem('kraken', said)
}
