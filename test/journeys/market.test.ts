/** @module-tag thorough */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE } from '#kit/clock.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type LoopbackExchanges, openLoopbackExchanges } from '../support/loopback-exchanges.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { openBrowser, openWalker, type Theme, type Walker } from '../support/browser.ts'
import { PASSWORD, signIn, textOf } from '../support/walk.ts'
import { PATIENCE } from '../support/patience.ts'

const TRADINGVIEW = 'https://www.tradingview-widget.com/embed-widget'
const EMAIL = 'investor@mail.plumb.test'
const BEGIN = new Date('2026-03-01T12:00:20Z')

let browser: Browser
let exchanges: LoopbackExchanges
let house: TestApp
beforeAll(async () => {
  browser = await openBrowser()
  let now = () => BEGIN
  exchanges = await openLoopbackExchanges({ now: () => now() })
  house = await startTestApp({
    start: BEGIN,
    env: { KYC: 'off', MARKET: 'BTC,ETH,DOGE', MARKET_SOURCES: exchanges.setting, TRADINGVIEW: 'on' },
  })
  now = house.clock.now
  const investor = house.visitor()
  await investor.join('investor')
  const lines = async () => (await investor.get('/api/market')).body.symbols
  const allHavePrices = async () => (await lines()).every(({ price }: { price: string | null }) => price !== null)
  await vi.waitUntil(allHavePrices, { timeout: PATIENCE, interval: 200 })
})
afterAll(async () => {
  await house.close()
  await exchanges.close()
})

async function openMarket(theme: Theme, path = '/market', url = house.url): Promise<Walker> {
  const walker = await openWalker(browser, url, theme)
  await signIn(walker.page, EMAIL, PASSWORD)
  await walker.page.goto(path)
  return walker
}

/** The chart's colours, read from a corner of its canvas and from its maker's mark. */
const paperOf = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('[role=tabpanel] canvas')
    return [...canvas.getContext('2d').getImageData(2, 2, 1, 1).data].slice(0, 3).join()
  })()`)
const PAPER = { light: '255,255,255', dark: '19,29,26' }
const frameOf = (page: Page, widget: string) => page.locator(`iframe[src^="${TRADINGVIEW}/${widget}/"]`)

describe('the market', () => {
  test('shows prices and a chart, in words and as a table too, and nothing on it fails', async () => {
    const { page, context, complaints } = await openMarket('dark')
    try {
      await page.getByRole('heading', { name: /^Bitcoin/ }).waitFor()
      await page.getByRole('group', { name: 'Chart of Bitcoin' }).locator('canvas').first().waitFor()
      expect(await textOf(page)).toMatch(/Median of Kraken, Coinbase, and Binance at/)
      expect(await textOf(page)).toMatch(/Bitcoin went from \$\d+,\d{3}\.\d\d .* to \$/)
      await expect.poll(() => paperOf(page)).toBe(PAPER.dark)
      expect((await page.getByRole('group', { name: 'Chart of Bitcoin' }).boundingBox())?.height).toBe(400)
      expect(await page.getByRole('link', { name: 'Charting by TradingView' }).count()).toBe(1)

      await page.getByRole('button', { name: 'Candles' }).click()
      await page.getByRole('tab', { name: '7 days' }).click()
      await page.getByRole('button', { name: 'Ethereum' }).click()
      await page.getByRole('group', { name: 'Chart of Ethereum' }).locator('canvas').first().waitFor()
      expect(new URL(page.url()).search).toBe('?interval=1h&symbol=ETH')
      await page.getByRole('button', { name: 'Show as a table' }).click()
      const table = page.getByRole('table', { name: /^Candles of Ethereum/ })
      await table.waitFor()
      expect(await table.getByRole('row').count()).toBe(51)
      await expectAccessible(page)
      await page.reload()
      await page.getByRole('group', { name: 'Chart of Ethereum' }).locator('canvas').first().waitFor()
      expect(await page.getByRole('tab', { name: '7 days' }).getAttribute('aria-selected')).toBe('true')
      expect(complaints).toEqual([])
    } finally {
      await context.close()
    }
  })

  test('loads TradingView only when asked, in its own frames, and comes back where it does not answer', async () => {
    const { page, context, complaints } = await openMarket('light')
    try {
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().startsWith(TRADINGVIEW)) asked.push(request.headers()['referer'] ?? 'no referrer')
      })
      await page.getByRole('group', { name: 'Chart of Bitcoin' }).waitFor()
      expect(asked).toEqual([])
      expect(await page.locator('iframe').count()).toBe(0)
      await page.getByRole('button', { name: 'Show TradingView' }).click()
      for (const widget of ['market-overview', 'advanced-chart']) {
        const frame = frameOf(page, widget)
        await frame.waitFor()
        const settings = async () => decodeURIComponent(new URL((await frame.getAttribute('src')) ?? '').hash)
        expect(await settings()).toContain('heme":"light"')
        expect(await frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
      }
      await page.getByText('TradingView did not answer within 6 seconds, so this is our own chart again.').waitFor()
      await page.getByRole('group', { name: 'Chart of Bitcoin' }).locator('canvas').first().waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      expect(asked).toEqual(['no referrer', 'no referrer'])
      expect(complaints.filter((complaint) => !/tradingview-widget|ERR_|chrome-error/.test(complaint))).toEqual([])
    } finally {
      await context.close()
    }
  })

  test('follows a change of the theme at once, in its own chart and in frames that answer', async () => {
    const { page, context } = await openMarket('light')
    try {
      await page.route(`${TRADINGVIEW}/**`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<p>A chart</p><script>parent.postMessage({ name: "tv-widget-load" }, "*")</script>',
        }),
      )
      const toDark = "document.documentElement.dataset.theme = 'dark'"
      await page.getByRole('group', { name: 'Chart of Bitcoin' }).locator('canvas').first().waitFor()
      await expect.poll(() => paperOf(page)).toBe(PAPER.light)
      await page.evaluate(toDark)
      await expect.poll(() => paperOf(page)).toBe(PAPER.dark)
      await page.evaluate(toDark.replace('dark', 'light'))

      await page.clock.install()
      await page.getByRole('button', { name: 'Show TradingView' }).click()
      const frame = frameOf(page, 'advanced-chart')
      await page.getByText('Loading from TradingView').waitFor({ state: 'detached' })
      const light = await frame.getAttribute('src')
      await page.evaluate(toDark)
      await expect.poll(() => frame.getAttribute('src')).toBe(light?.replace('light', 'dark'))
      expect(await page.getByRole('link', { name: 'TradingView' }).getAttribute('href')).toBe(
        'https://www.tradingview.com/',
      )
      await expectAccessible(page)
      // past the time after which silent frames are taken away
      await page.clock.fastForward(13_000)
      expect(await frame.count()).toBe(1)
      await page.getByRole('button', { name: 'Back to our own chart' }).click()
      await page.getByRole('group', { name: 'Chart of Bitcoin' }).waitFor()
    } finally {
      await context.close()
    }
  })

  test('says how old a price is that nobody confirms, and that there is none after days', async () => {
    for (const source of ['kraken', 'coinbase', 'binance'] as const) {
      exchanges.answer(source, (_request, response) => void response.writeHead(503).end())
    }
    const { page, context, complaints } = await openMarket('dark')
    try {
      await house.clock.move(12.5 * MINUTE)
      await page.goto('/market')
      await page.getByText('stale, 12 min ago').first().waitFor()
      await expectAccessible(page)
      await house.clock.move(12 * DAY)
      await page.goto('/market')
      await page.getByText('No prices yet').waitFor()
      expect(await textOf(page)).toContain('We ask Kraken, Coinbase, and Binance every minute')
      expect(await page.locator('canvas').count()).toBe(0)
      await expectAccessible(page)
      expect(complaints).toEqual([])
    } finally {
      await context.close()
    }
  })

  test('says that it is switched off where it is', async () => {
    const off = await startTestApp({ env: { KYC: 'off' } })
    try {
      await off.visitor().join('investor')
      const { page, context, complaints } = await openMarket('light', '/market', off.url)
      await page.getByText('Prices are switched off here.').waitFor()
      expect(await page.getByRole('button', { name: 'Show TradingView' }).count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    } finally {
      await off.close()
    }
  })
})
