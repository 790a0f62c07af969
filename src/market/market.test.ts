import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHART_STYLE } from '#app/walls.ts'
import { DAY, MINUTE } from '#kit/clock.ts'
import { readSettings } from '#kit/config.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { type LoopbackExchanges, openLoopbackExchanges } from '../../test/support/loopback-exchanges.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { PATIENCE } from '../../test/support/patience.ts'

const START = new Date('2026-03-01T12:00:20Z')

describe('the market over HTTP', () => {
  let exchanges: LoopbackExchanges
  let house: TestApp
  let investor: Visitor
  beforeAll(async () => {
    let now = () => START
    exchanges = await openLoopbackExchanges({ now: () => now() })
    house = await startTestApp({ start: START, env: { MARKET: 'BTC,ETH,NOPE', MARKET_SOURCES: exchanges.setting } })
    now = house.clock.now
    investor = house.visitor()
    await investor.join('investor')
    // Every source has answered all that it was asked.
    const answered = async () =>
      (await market()).sources.every(({ answered_at: at }: { answered_at: unknown }) => at !== null)
    await vi.waitUntil(answered, { timeout: PATIENCE, interval: 200 })
  })
  afterAll(async () => {
    await house.close()
    await exchanges.close()
  })
  const market = async () => (await investor.get('/api/market')).body
  const candles = (symbol: string, interval: string) => investor.get(`/api/market/${symbol}?interval=${interval}`)

  test('says what a coin costs, since when, out of what, and how that changed in a day', async () => {
    const { status, symbols, sources, frames } = await market()
    expect(status).toBe('success')
    expect(frames).toBe(false)
    expect(sources).toEqual(
      ['Kraken', 'Coinbase', 'Binance'].map((name) => ({ name, answered_at: expect.any(String) })),
    )
    expect(symbols[0]).toMatchObject({
      symbol: 'BTC',
      name: 'Bitcoin',
      stale: false,
      sources: ['Kraken', 'Coinbase', 'Binance'],
    })
    expect(Number(symbols[0].price)).toBeGreaterThan(90_000)
    expect(symbols[0].change_24h).toMatch(/^-?\d+\.\d\d$/)
    expect(symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTC', 'ETH', 'NOPE'])
  })

  test('answers candles oldest first, each with how many exchanges it is the median of', async () => {
    for (const [interval, least] of [
      ['5m', 280],
      ['1h', 160],
      ['1d', 265],
    ] as const) {
      const { body } = await candles('BTC', interval)
      expect(body).toMatchObject({ status: 'success', symbol: 'BTC', interval, stale: false })
      expect(body.candles.length).toBeGreaterThanOrEqual(least)
      const times = body.candles.map(({ time }: { time: string }) => time)
      expect(times).toEqual(times.toSorted())
      for (const { open, high, low, close, sources } of body.candles) {
        expect(sources).toBe(3)
        expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
        expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
      }
    }
  })

  test('has no candles of what it does not follow, and no other intervals', async () => {
    expect((await candles('XRP', '1h')).status).toBe(404)
    expect((await candles('btc', '1h')).status).toBe(404)
    expect((await candles('BTC', '1m')).status).toBe(422)
    expect((await investor.get('/api/market/BTC')).status).toBe(422)
  })

  test('marks what nobody confirms any more, and says where there never was a price', async () => {
    for (const source of ['kraken', 'coinbase', 'binance'] as const) {
      exchanges.answer(source, (_request, response) => void response.writeHead(503).end())
    }
    await house.clock.move(12 * MINUTE)
    const { symbols } = await market()
    expect(symbols[0]).toMatchObject({ stale: true, as_of: expect.any(String), price: expect.any(String) })
    expect((await candles('BTC', '5m')).body.stale).toBe(true)
    await house.clock.move(3 * DAY)
    expect((await market()).symbols[0]).toMatchObject({ price: null, change_24h: null, as_of: null, stale: false })
  })
})

describe('the style sheet that the chart’s library writes into the page', () => {
  test('is the one that the content security policy lets in', async () => {
    const library = join(
      import.meta.dirname,
      '../../node_modules/lightweight-charts/dist/lightweight-charts.production.mjs',
    )
    const [, style = ''] = /innerText="(a#tv-attr-logo[^"]+)"/.exec(await readFile(library, 'utf8')) ?? []
    expect(CHART_STYLE).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })
})

describe('the settings of the market', () => {
  test('are five coins of three exchanges, until the operator says otherwise', () => {
    expect(readSettings({})).toMatchObject({ market: ['BTC', 'ETH', 'SOL', 'LTC', 'DOGE'], tradingView: false })
    expect(Object.keys(readSettings({}).marketSources)).toEqual(['kraken', 'coinbase', 'binance'])
    expect(readSettings({ MARKET: 'off' }).market).toEqual([])
    expect(readSettings({ MARKET_SOURCES: 'kraken,coinbase=http://127.0.0.1:9' }).marketSources).toEqual({
      kraken: 'https://api.kraken.com',
      coinbase: 'http://127.0.0.1:9',
    })
  })
  test.each([
    { MARKET: 'btc' },
    { MARKET: 'BTC;ETH' },
    { MARKET_SOURCES: 'mtgox' },
    { MARKET_SOURCES: 'kraken=x' },
    { TRADINGVIEW: 'yes' },
  ])('%j is refused with a sentence that names the variable', (env) => {
    expect(() => readSettings(env)).toThrow(new RegExp(`^${Object.keys(env)[0]}`))
  })
  test.each([
    ['off', "frame-src 'none'"],
    ['on', 'frame-src https://www.tradingview-widget.com'],
  ])('TRADINGVIEW=%s lets in no other site than it has to', async (setting, allowed) => {
    const house = await startTestApp({ env: { TRADINGVIEW: setting } })
    try {
      const policy = (await house.visitor().get('/market')).headers.get('content-security-policy') ?? ''
      const frames = policy.split(';').find((directive) => directive.trim().startsWith('frame-src'))
      expect(frames?.trim()).toBe(allowed)
      expect(policy).toContain("default-src 'self'")
      const investor = house.visitor()
      await investor.join('investor')
      expect((await investor.get('/api/market')).body).toMatchObject({ symbols: [], frames: setting === 'on' })
    } finally {
      await house.close()
    }
  })
})
