/** The three exchanges on this machine: real HTTP, answers in the documented shapes, and every way to answer badly. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Source = 'kraken' | 'coinbase' | 'binance'
type Bar = { time: number; open: string; high: string; low: string; close: string }
export type Answerer = (request: IncomingMessage, response: ServerResponse) => void

const INTERVALS: Record<string, number> = { '1m': 60, '5m': 300, '1h': 3600, '1d': 86_400 }
const KRAKEN_PAIRS: Record<string, string> = { XBTUSD: 'XXBTZUSD', ETHUSD: 'XETHZUSD', LTCUSD: 'XLTCZUSD' }
const DOLLARS: Record<string, number> = { BTC: 98_000, ETH: 3400, SOL: 240, LTC: 92, DOGE: 0.38 }

export type LoopbackExchanges = {
  /** for MARKET_SOURCES */
  setting: string
  /** what was asked for, such as `kraken XBTUSD 1` */
  asked: string[]
  /** From now on a source answers so; undefined: as it should. */
  answer(source: Source, how: Answerer | undefined): void
  /** By how much a source's prices lie over the others', as a factor. */
  skew: Record<Source, number>
  close(): Promise<void>
}

/** Starts them. Their candles end at the clock's time, and are the same whenever they are asked for again. */
export async function openLoopbackExchanges(clock: { now(): Date }): Promise<LoopbackExchanges> {
  const asked: string[] = []
  const ways: Partial<Record<Source, Answerer>> = {}
  const skew: Record<Source, number> = { kraken: 1, coinbase: 1.0004, binance: 0.9998 }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, source = '', ...rest] = url.pathname.split('/')
    if (source !== 'kraken' && source !== 'coinbase' && source !== 'binance') return void response.writeHead(404).end()
    const query = url.searchParams
    const pair = query.get('pair') ?? query.get('symbol') ?? rest[1] ?? ''
    asked.push(`${source} ${pair} ${query.get('interval') ?? query.get('granularity')}`)
    const way = ways[source]
    if (way !== undefined) return way(request, response)
    const seconds = secondsOf(query)
    const bars = (symbol: string, from: number) =>
      barsOf((DOLLARS[symbol] ?? 1) * skew[source], seconds, clock.now(), from)
    send(response, answers[source]({ pair, query, seconds, bars, now: clock.now() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    setting: ['kraken', 'coinbase', 'binance'].map((source) => `${source}=http://127.0.0.1:${port}/${source}`).join(),
    asked,
    answer: (source, how) => {
      if (how === undefined) delete ways[source]
      else ways[source] = how
    },
    skew,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Question = {
  pair: string
  query: URLSearchParams
  seconds: number
  now: Date
  bars(symbol: string, from: number): Bar[]
}

const answers: Record<Source, (question: Question) => unknown> = {
  kraken: ({ pair, query, bars }) => {
    const name = KRAKEN_PAIRS[pair] ?? pair
    const symbol = pair.replace(/USD$/, '').replace('XBT', 'BTC').replace('XDG', 'DOGE')
    const rows = bars(symbol, Number(query.get('since')))
    return {
      error: [],
      result: {
        [name]: rows.map(({ time, open, high, low, close }) => [time, open, high, low, close, close, '12.5', 31]),
        last: rows.at(-2)?.time ?? 0,
      },
    }
  },
  coinbase: ({ pair, query, bars }) =>
    bars(pair.replace(/-USD$/, ''), Date.parse(query.get('start') ?? '') / 1000 - 1)
      .toReversed()
      .map(({ time, open, high, low, close }) => [time, ...[low, high, open, close].map(Number), 12.5]),
  binance: ({ pair, query, seconds, now, bars }) =>
    bars(pair.replace(/USDT$/, ''), now.getTime() / 1000 - Number(query.get('limit')) * seconds).map((bar) => [
      ...[bar.time * 1000, bar.open, bar.high, bar.low, bar.close, '12.5', (bar.time + seconds) * 1000 - 1],
      ...['1225000.0', 31, '6.2', '607600.0', '0'],
    ]),
}

function secondsOf(query: URLSearchParams): number {
  const granularity = query.get('granularity')
  if (granularity !== null) return Number(granularity)
  const interval = query.get('interval') ?? ''
  return INTERVALS[interval] ?? Number(interval) * 60
}

/** Waves of a few days and of an hour, the same for a time whatever the length of its candle. */
function barsOf(dollars: number, seconds: number, now: Date, from: number): Bar[] {
  const end = now.getTime() / 1000
  const first = Math.max(Math.ceil((from + 1) / seconds), Math.floor(end / seconds) - 290)
  const bars: Bar[] = []
  const decimals = dollars < 10 ? 5 : 2
  const at = (time: number) =>
    dollars *
    (1 +
      0.2 * Math.sin(time / 4_000_000) +
      0.03 * Math.sin(time / 210_000) +
      0.006 * Math.sin(time / 4000) +
      0.001 * Math.sin(time / 170))
  for (let time = first * seconds; time <= end; time += seconds) {
    const [open, close] = [at(time), at(Math.min(time + seconds, end))]
    const spread = dollars * 0.0004 * Math.sqrt(seconds / 60)
    const text = (value: number) => value.toFixed(decimals)
    const high = Math.max(open, close) + spread
    bars.push({
      time,
      open: text(open),
      high: text(high),
      low: text(Math.min(open, close) - spread),
      close: text(close),
    })
  }
  return bars
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
