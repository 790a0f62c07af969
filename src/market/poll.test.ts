import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, movableClock, SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { readSettings } from '#kit/config.ts'
import { readTransaction } from '#kit/transaction.ts'
import { emptyTables, testDatabase } from '../../test/support/database.ts'
import { type LoopbackExchanges, openLoopbackExchanges } from '../../test/support/loopback-exchanges.ts'
import { opened } from '../../test/support/opened.ts'
import { openWay } from '../../test/support/way-to-database.ts'
import { exchangesOf } from './exchanges.ts'
import { marketJobs } from './jobs.ts'
import { EVERY, LEASE, LONGEST_PAUSE, pauseAfter, pollDue } from './poll.ts'
import { quoteOf } from './read.ts'
import { type Price, writePrice } from './rules.ts'
import { THOROUGH } from '../../test/support/thorough.ts'

/** How each source is asked for the newest price. */
const NEWEST = { kraken: 'kraken XBTUSD 1', coinbase: 'coinbase BTC-USD 60', binance: 'binance BTCUSDT 1m' }
const SOURCES = ['kraken', 'coinbase', 'binance'] as const
const data = opened(testDatabase)
let clock: ReturnType<typeof movableClock>
let exchanges: LoopbackExchanges
let lines: string[]
beforeEach(async () => {
  await emptyTables(data, 'candle', 'market_source')
  clock = movableClock(new Date('2026-03-01T12:00:20Z'))
  exchanges = await openLoopbackExchanges(clock)
  lines = []
})
afterEach(async () => {
  await exchanges.close()
})

const house = (symbols = ['BTC']) => ({
  db: data.db,
  clock,
  exchanges: exchangesOf(readSettings({ MARKET_SOURCES: exchanges.setting })),
  symbols,
  tell: (line: string) => void lines.push(line),
})
const quote = (symbol = 'BTC') =>
  readTransaction(data.db, (tx) => quoteOf(tx, { symbol, sources: SOURCES, now: clock.now() }))
const shown = (price: Price | undefined) => price && writePrice(price)
const askedOf = (source: string) => exchanges.asked.filter((line) => line.startsWith(source)).length
const fails = (status: number, headers: Record<string, string> = {}) =>
  exchanges.answer('kraken', (_request, response) => void response.writeHead(status, headers).end())

describe('prices are read', () => {
  test('from every source once a minute, and what changes slowly less often', async () => {
    await pollDue(house(['BTC', 'ETH']))
    expect(exchanges.asked.length).toBe(3 * 2 * 4)
    clock.move(59 * SECOND)
    await pollDue(house(['BTC', 'ETH']))
    expect(exchanges.asked.length).toBe(3 * 2 * 4)
    clock.move(SECOND)
    await pollDue(house(['BTC', 'ETH']))
    expect(exchanges.asked.length).toBe(3 * 2 * 5)
    expect(lines).toEqual([])
  })

  test('and become one: the median, of the age of its oldest', async () => {
    expect(await quote()).toBeUndefined()
    await pollDue(house())
    const agreed = await quote()
    expect(agreed).toMatchObject({ stale: false, asOf: clock.now(), sources: ['binance', 'coinbase', 'kraken'] })
    clock.move(MINUTE)
    exchanges.skew.coinbase = 1.4
    await pollDue(house())
    const without = await quote()
    expect(without?.sources).toEqual(['binance', 'kraken'])
    expect(Math.abs(Number(shown(without?.price)) / Number(shown(agreed?.price)) - 1)).toBeLessThan(0.01)
  })

  test('and where sources contradict each other, the last price on which they agreed is shown as stale', async () => {
    await pollDue(house())
    const agreed = await quote()
    clock.move(MINUTE)
    exchanges.skew.kraken = 1.5
    exchanges.skew.coinbase = 2
    exchanges.skew.binance = 3
    await pollDue(house())
    const now = await quote()
    expect(now?.stale).toBe(true)
    expect(now?.asOf.getTime()).toBeLessThanOrEqual(agreed?.asOf.getTime() ?? 0)
  })

  test('and grow stale when nobody says more, and are not shown for ever', async () => {
    await pollDue(house())
    const fresh = await quote()
    clock.move(3 * MINUTE)
    expect(await quote()).toMatchObject({ stale: false, price: fresh?.price })
    clock.move(1)
    expect(await quote()).toMatchObject({ stale: true, price: fresh?.price })
    clock.move(12 * MINUTE)
    expect((await quote())?.asOf).toEqual(fresh?.asOf)
    clock.move(2 * DAY)
    expect(await quote()).toBeUndefined()
  })

  test('and one source alone is no price', async () => {
    for (const source of ['kraken', 'binance'] as const) {
      exchanges.answer(source, (_request, response) => void response.writeHead(500).end())
    }
    await pollDue(house())
    expect(await quote()).toBeUndefined()
  })

  test('and one coin that a source does not have is read from the others', async () => {
    exchanges.answer('coinbase', (request, response) => {
      const known = request.url?.includes('BTC') === true
      response
        .writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
        .end(known ? '[]' : '{"message":"NotFound"}')
    })
    await pollDue(house(['BTC', 'ETH']))
    expect((await quote('ETH'))?.sources).toEqual(['binance', 'kraken'])
    expect(exchanges.asked.filter((line) => line === 'coinbase ETH-USD 60').length).toBe(1)
    expect(exchanges.asked.filter((line) => line.startsWith('coinbase ETH-USD')).length).toBe(1)
    expect(lines).toEqual([expect.stringContaining('coinbase: ETH')])
  })
})

describe('several processes', () => {
  test('ask once between them, minute after minute', async () => {
    for (let minute = 1; minute <= 5; minute += 1) {
      exchanges.asked.length = 0
      await Promise.all(Array.from({ length: 6 }, () => pollDue(house())))
      for (const source of SOURCES) {
        expect(exchanges.asked.filter((line) => line === NEWEST[source]).length).toBe(1)
      }
      clock.move(MINUTE)
    }
  })

  test('go on where one of them died in the middle, and not before', async () => {
    exchanges.answer('kraken', () => {})
    const dying = new AbortController()
    const died = pollDue({ ...house(), exchanges: house().exchanges.slice(0, 1), tell: () => {} }, dying.signal)
    await expect.poll(() => askedOf('kraken')).toBe(1)
    exchanges.answer('kraken', undefined)
    clock.move(LEASE - 1)
    await pollDue(house())
    expect(askedOf('kraken')).toBe(1)
    clock.move(1)
    await pollDue(house())
    expect(askedOf('kraken')).toBe(5)
    dying.abort()
    await died
    // What the late one gave back was no longer its own.
    await pollDue(house())
    expect(askedOf('kraken')).toBe(5)
  })

  test('are not held up by one whose clock was a day ahead', async () => {
    clock.move(DAY)
    await pollDue(house())
    clock.move(-DAY)
    for (let minute = 0; minute < 2; minute += 1) {
      exchanges.asked.length = 0
      await pollDue(house())
      for (const source of SOURCES) expect(exchanges.asked.filter((line) => line === NEWEST[source]).length).toBe(1)
      expect(await quote()).toMatchObject({ stale: false, sources: expect.arrayContaining([...SOURCES]) })
      clock.move(MINUTE)
    }
    expect(lines).toEqual([])
  })

  test('take over at once from one that was stopped', async () => {
    exchanges.answer('kraken', () => {})
    const stopping = new AbortController()
    const stopped = pollDue(house(), stopping.signal)
    await expect.poll(() => askedOf('kraken')).toBe(1)
    stopping.abort()
    await stopped
    expect(lines).toEqual([])
    exchanges.answer('kraken', undefined)
    await pollDue(house())
    expect(askedOf('kraken')).toBe(5)
  })
})

describe('a source that fails', () => {
  test('is asked again later and later, and again every minute once it answers', async () => {
    fails(500)
    const moments: number[] = []
    const start = clock.now().getTime()
    for (let minute = 0; minute <= 64; minute += 1) {
      const before = askedOf('kraken')
      await pollDue(house())
      if (askedOf('kraken') > before) moments.push((clock.now().getTime() - start) / MINUTE)
      clock.move(MINUTE)
    }
    expect(moments).toEqual([0, 1, 3, 7, 15, 30, 45, 60])
    exchanges.answer('kraken', undefined)
    clock.move(LONGEST_PAUSE)
    await pollDue(house())
    const caughtUp = askedOf('kraken')
    clock.move(MINUTE)
    await pollDue(house())
    expect(askedOf('kraken')).toBeGreaterThan(caughtUp)
  })

  test('is left alone for as long as it asks for', async () => {
    fails(429, { 'retry-after': '1800' })
    await pollDue(house())
    clock.move(30 * MINUTE - 1)
    await pollDue(house())
    expect(askedOf('kraken')).toBe(1)
    clock.move(1)
    await pollDue(house())
    expect(askedOf('kraken')).toBe(2)
    expect(pauseAfter(1, 0)).toBe(EVERY)
  })

  test(
    'is told of once, however many processes and failures there are, and once when it works again',
    THOROUGH,
    async () => {
      fails(500)
      for (let minute = 0; minute < 50; minute += 1) {
        await Promise.all([pollDue(house(['BTC', 'ETH'])), pollDue(house(['BTC', 'ETH']))])
        clock.move(MINUTE)
      }
      expect(lines).toEqual(['prices: kraken: it answered 500. Asking again from time to time.'])
      exchanges.answer('kraken', undefined)
      for (let minute = 0; minute < 30; minute += 1) {
        await pollDue(house())
        clock.move(MINUTE)
      }
      expect(lines.slice(1)).toEqual(['prices: kraken works again.'])
    },
  )

  test('is told of again when something else is wrong with it', async () => {
    fails(500)
    await pollDue(house())
    clock.move(MINUTE)
    fails(418)
    await pollDue(house())
    expect(lines).toEqual([
      'prices: kraken: it answered 500. Asking again from time to time.',
      'prices: kraken: it answered 418. Asking again from time to time.',
    ])
  })
})

describe('a machine without a network', () => {
  test('says so in one line, once, and once when the network is back', async () => {
    const offline = (request: IncomingMessage) => void request.socket.destroy()
    for (const source of SOURCES) exchanges.answer(source, offline)
    for (let minute = 0; minute < 20; minute += 1) {
      await pollDue(house(['BTC', 'ETH']))
      clock.move(MINUTE)
    }
    expect(lines).toEqual([
      expect.stringMatching(/^prices: kraken, coinbase and binance: cannot be reached \(.+\)\. Asking again/),
    ])
    for (const source of SOURCES) exchanges.answer(source, undefined)
    clock.move(LONGEST_PAUSE)
    await pollDue(house(['BTC', 'ETH']))
    clock.move(MINUTE)
    await pollDue(house(['BTC', 'ETH']))
    expect(lines.slice(1)).toEqual(['prices: kraken, coinbase and binance work again.'])
  })
})

describe('old candles', () => {
  test('are forgotten, and nothing happens at all where prices are off', async () => {
    const settings = readSettings({ MARKET: 'BTC', MARKET_SOURCES: exchanges.setting })
    const jobs = marketJobs({ db: data.db, clock, settings }, () => {})
    for (const job of jobs) await job.run()
    const kept = async () => (await data.db.selectFrom('candle').select('interval').distinct().execute()).length
    expect(await kept()).toBe(4)
    clock.move(4 * DAY + HOUR)
    await jobs.find(({ name }) => name === 'forget old candles')?.run()
    expect(await kept()).toBe(2)
    clock.move(401 * DAY)
    await jobs.find(({ name }) => name === 'forget old candles')?.run()
    expect(await kept()).toBe(0)
    expect(marketJobs({ db: data.db, clock, settings: { ...settings, market: [] } }, () => {})).toEqual([])
  })
})

test('a source whose claim got no answer from the database is asked at once all the same', async () => {
  const way = await openWay(data.appUrl)
  const { db } = openDatabase({ connectionString: way.through }, { log: () => {} })
  way.loseNextCommit()
  await pollDue({ ...house(), db, exchanges: house().exchanges.slice(0, 1) })
  expect(askedOf('kraken')).toBe(4)
  await db.destroy()
  way.close()
})
