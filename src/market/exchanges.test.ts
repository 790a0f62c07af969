import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binance } from './binance.ts'
import { coinbase } from './coinbase.ts'
import type { CandleQuery, Exchange } from './exchange.ts'
import { SourceProblem } from './exchange.ts'
import { kraken } from './kraken.ts'
import { writePrice } from './rules.ts'

const NOW = new Date('2026-03-01T12:00:20Z')
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8')

let server: Server
let address: string
let answer: (response: ServerResponse) => void
let asked: string
beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.url ?? ''
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answers = (body: string, status = 200, headers: Record<string, string> = JSON_TYPE) => {
  answer = (response) => response.writeHead(status, headers).end(body)
}
const ask = (exchange: (address: string) => Exchange, more: Partial<CandleQuery> = {}) =>
  exchange(address).candles({
    ...{ symbol: 'BTC', interval: '1m', count: 4, now: NOW, signal: AbortSignal.timeout(20_000) },
    ...more,
  })
/** What goes wrong, as the source's own problem: anything else is a bug. */
const problemOf = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => new Error('it answered'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SourceProblem)
  return error as SourceProblem
}
const exchanges = { kraken, coinbase, binance }
const names = ['kraken', 'coinbase', 'binance'] as const
/** A good answer with one candle, at `time` in seconds, made of these four prices. */
const one = (time: number, [open, high, low, close]: readonly [number, number, number, number]) => ({
  kraken: {
    error: [],
    result: { XXBTZUSD: [[time, `${open}`, `${high}`, `${low}`, `${close}`, '1', '1', 1]], last: 0 },
  },
  coinbase: [[time, low, high, open, close, 1]],
  binance: [[time * 1000, `${open}`, `${high}`, `${low}`, `${close}`, '1', time * 1000 + 1, '1', 1, '1', '1', '0']],
})
const MINUTE_NOW = 1_772_366_400

describe('an exchange asked for candles', () => {
  test.each([
    ['kraken', '/0/public/OHLC?pair=XBTUSD&interval=1&since=1772366120', '98206.10'],
    [
      'coinbase',
      '/products/BTC-USD/candles?granularity=60&start=2026-03-01T11%3A57%3A00.000Z&end=2026-03-01T12%3A00%3A20.000Z',
      '98207.50',
    ],
    ['binance', '/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=4', '98205.10'],
  ] as const)('%s: answers them oldest first, to the last decimal', async (name, path, close) => {
    answers(await fixture(`${name}-candles`))
    const candles = await ask(exchanges[name])
    expect(asked).toBe(path)
    expect(candles.map(({ opensAt }) => opensAt.toISOString().slice(11, 16))).toEqual([
      '11:57',
      '11:58',
      '11:59',
      '12:00',
    ])
    expect(writePrice(candles[3]?.close ?? (0n as never))).toBe(close)
    for (const { open, high, low, close } of candles)
      expect(low <= open && low <= close && high >= open && high >= close).toBe(true)
  })
  test('coinbase writes small prices with an exponent, and they are taken to the last decimal', async () => {
    answers(await fixture('coinbase-small'))
    const [candle] = await ask(coinbase, { symbol: 'SHIB' })
    expect(candle && [candle.low, candle.high, candle.open, candle.close].map(writePrice)).toEqual([
      '0.000012',
      '0.000013',
      '0.0000125',
      '0.00001234',
    ])
  })
  test('answers no more than it was asked for, the newest', async () => {
    answers(await fixture('binance-candles'))
    expect((await ask(binance, { count: 2 })).map(({ opensAt }) => opensAt.getTime())).toEqual([
      (MINUTE_NOW - 60) * 1000,
      MINUTE_NOW * 1000,
    ])
  })
})

describe.each(names)('%s, when it answers badly', (name) => {
  const exchange = exchanges[name]
  const badly = () => problemOf(ask(exchange))

  test('names itself', async () => {
    answers('{}')
    expect((await badly()).message).toMatch(new RegExp(`^${name}: `))
  })
  test('with a page instead of data, is told by what it sent', async () => {
    answers('<!doctype html><title>Checking your browser</title>', 200, { 'content-type': 'text/html' })
    expect(await badly()).toMatchObject({ message: expect.stringContaining('text/html'), scope: 'source' })
  })
  test.each(['', 'null', '[]x', '"text"', '{"error":1}', '[[1,2]]', '[{}]', '[["a"]]'])(
    'with %j, has no candles',
    async (body) => {
      answers(body)
      expect(await badly()).toMatchObject({ scope: 'source' })
    },
  )
  test('with half of an answer, has no candles', async () => {
    const whole = await fixture(`${name}-candles`)
    answers(whole.slice(0, whole.length / 2))
    expect((await badly()).message).toContain('not whole JSON')
  })
  test('with an answer that breaks off, has no candles', async () => {
    const whole = await fixture(`${name}-candles`)
    answer = (response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': String(whole.length) })
      response.write(whole.slice(0, 100), () => response.destroy())
    }
    expect((await badly()).message).toContain('cannot be reached')
  })
  test('with more than anybody needs, is not read to the end', async () => {
    let sent = 0
    answer = (response) => {
      response.writeHead(200, JSON_TYPE)
      const more = () => {
        while (!response.destroyed && sent < 50_000_000) {
          sent += 65_536
          if (!response.write(' '.repeat(65_536))) return void response.once('drain', more)
        }
      }
      more()
    }
    expect((await badly()).message).toContain('too large')
    expect(sent).toBeLessThan(20_000_000)
  })
  test('not in time, is not waited for', async () => {
    answer = (response) => void response.writeHead(200, JSON_TYPE).write('[')
    expect((await problemOf(ask(exchange, { signal: AbortSignal.timeout(300) }))).message).toContain(
      'no answer in time',
    )
  })
  test('by sending elsewhere, is not followed', async () => {
    answers('', 302, { location: 'http://127.0.0.1:1/' })
    expect(await badly()).toMatchObject({ scope: 'source' })
  })
  test('that it was asked too often, is left alone for as long as it says', async () => {
    answers('{}', 429, { ...JSON_TYPE, 'retry-after': '120' })
    expect(await badly()).toMatchObject({
      message: expect.stringContaining('429'),
      scope: 'source',
      retryAfter: 120_000,
    })
  })
  test.each([418, 451, 500, 503])('with status %d, is left alone', async (status) => {
    answers('{}', status)
    expect(await badly()).toMatchObject({ message: expect.stringContaining(String(status)), scope: 'source' })
  })
  test('that it does not know the coin, is still asked for others', async () => {
    answers(await fixture(`${name}-unknown`), name === 'kraken' ? 200 : name === 'coinbase' ? 404 : 400)
    expect(await badly()).toMatchObject({ message: expect.stringContaining('BTC'), scope: 'symbol' })
  })
  test.each([
    ['of a time that has not come', one(MINUTE_NOW + 120, [5, 6, 4, 5])],
    ['between two times', one(MINUTE_NOW - 30, [5, 6, 4, 5])],
    ['whose low is over its high', one(MINUTE_NOW, [5, 4, 6, 5])],
    ['that closes over its high', one(MINUTE_NOW, [5, 6, 4, 7])],
    ['that cost nothing', one(MINUTE_NOW, [0, 0, 0, 0])],
  ])('with a candle %s, has no candles', async (_what, bad) => {
    answers(JSON.stringify(bad[name]))
    expect(await badly()).toMatchObject({ scope: 'symbol' })
  })
  test('with the same time twice, has no candles', async () => {
    const { [name]: good } = one(MINUTE_NOW, [5, 6, 4, 5])
    const twice = JSON.stringify(good).replace(/\[(\[.*\])\]/, '[$1,$1]')
    answers(twice)
    expect((await badly()).message).toContain('same time')
  })
  test('and cannot be reached, says so', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const gone = await problemOf(
      exchange(`http://127.0.0.1:${port}/`).candles({
        symbol: 'BTC',
        interval: '1m',
        count: 4,
        now: NOW,
        signal: AbortSignal.timeout(9000),
      }),
    )
    expect(gone.message).toMatch(new RegExp(`^${name}: cannot be reached`))
  })
})

describe('kraken', () => {
  test('is left alone when it says so with status 200', async () => {
    answers(await fixture('kraken-limit'))
    expect(await problemOf(ask(kraken))).toMatchObject({
      scope: 'source',
      message: expect.stringContaining('Too many requests'),
    })
  })
  test('is not believed when it answers another coin', async () => {
    answers(await fixture('kraken-candles'))
    expect((await problemOf(ask(kraken, { symbol: 'ETH' }))).message).toContain('something else than ETH')
  })
})
