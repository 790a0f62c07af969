/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN, OUR_ETHEREUM, THEIR_BITCOIN } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { inPage } from '../support/in-page.ts'
import { type LoopbackExchanges, openLoopbackExchanges } from '../support/loopback-exchanges.ts'
import { OWNER } from '../support/app.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, PASSWORD, signIn, textOf } from '../support/walk.ts'
import { PATIENCE } from '../support/patience.ts'

const BEGIN = new Date('2026-03-01T12:00:20Z')
const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SOURCES = ['kraken', 'coinbase', 'binance'] as const

/** What the browser says of answers and of a lost connection that these journeys ask for on purpose. */
const meant = /status of 409|ERR_INTERNET_DISCONNECTED|ERR_FAILED/

describe('payment in coin', () => {
  let exchanges: LoopbackExchanges
  let journey: Journey
  let investor: Visitor
  let owner: Walker
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    let now = () => BEGIN
    exchanges = await openLoopbackExchanges({ now: () => now() })
    const env = { KYC: 'off', MARKET: 'BTC,ETH', MARKET_SOURCES: exchanges.setting }
    journey = await openJourney({ start: BEGIN, env })
    now = journey.house.clock.now
    investor = await journey.join('investor')
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
    await priced()
  })
  afterAll(async () => {
    await journey.close()
    await exchanges.close()
  })

  const btc = async () => (await investor.get('/api/market')).body.symbols[0]
  const priced = () =>
    vi.waitUntil(
      async () => {
        const { price, stale } = await btc()
        return price !== null && !stale
      },
      { timeout: PATIENCE, interval: 200 },
    )
  const wallets = async () => (await investor.get('/api/histories')).body.wallets
  const walletNamed = async (name: string) =>
    (await wallets()).find(({ wallet_name }: { wallet_name: string }) => wallet_name === name)
  /** Saved over HTTP; answers where its payment is. */
  const save = async (wallet: string): Promise<{ path: string; id: string }> => {
    const { plans } = (await investor.get('/api/histories')).body
    const { id } = await walletNamed(wallet)
    const chosen = { plan_id: plans[0].id, wallet_id: id, amount: '500', duration: 14 }
    const { r_url } = await investor.must('/api/save-investment', chosen)
    return { path: `/payment${r_url}`, id: new URLSearchParams(r_url).get('tranx_id') ?? '' }
  }
  const payment = async (id: string) => (await investor.get(`/api/payment/${id}`)).body
  const copied = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText('Copied!').waitFor()
    return page.evaluate('navigator.clipboard.readText()')
  }

  test('the owner gives a wallet its network’s coin, and another one a token, each asked for in the form', async () => {
    owner = await journey.walker('dark')
    const desk = owner.page
    await signIn(desk, OWNER.email, OWNER.password)
    await desk.goto('/wallets')
    await desk.getByRole('button', { name: 'Update wallet Bitcoin' }).click()
    const change = desk.getByRole('dialog', { name: 'Update wallet' })
    await change.getByLabel('Coin', { exact: true }).waitFor()
    expect(await change.getByLabel('Coin', { exact: true }).locator('option').allInnerTexts()).toEqual([
      'Dollars only',
      'BTC, the coin of the network',
    ])
    await change.getByLabel('Coin', { exact: true }).selectOption('BTC')
    await change.getByRole('button', { name: 'Update wallet' }).click()
    await acknowledge(desk)
    await desk.getByText('Bitcoin, paid in BTC').waitFor()

    await desk.getByRole('button', { name: 'Create wallet' }).click()
    const create = desk.getByRole('dialog', { name: 'Create wallet' })
    await create.getByLabel('Wallet address').fill(THEIR_BITCOIN)
    await create.getByText(THEIR_BITCOIN, { exact: true }).waitFor()
    const coin = create.getByLabel('Coin', { exact: true })
    expect(await coin.inputValue()).toBe('BTC')
    await create.getByLabel('Wallet name').fill('Tether')
    await create.getByLabel('Wallet address').fill(OUR_ETHEREUM)
    await create.getByLabel('Network').selectOption('ethereum')
    // its tokens come to the same address
    expect(await coin.inputValue()).toBe('')
    await coin.selectOption('A token on the network')
    await create.getByLabel('Token symbol').fill('usdt')
    await create.getByLabel('Token decimals').fill('6')
    await create.getByLabel('Token contract').fill(OUR_ETHEREUM)
    await create.getByRole('button', { name: 'Create wallet' }).click()
    await create.getByText('This is the address of the wallet itself.').waitFor()
    await expectAccessible(desk)
    await create.getByLabel('Token contract').fill(TETHER)
    await create.getByRole('button', { name: 'Create wallet' }).click()
    await acknowledge(desk)
    await desk.getByText('Ethereum, paid in USDT').waitFor()
    expect(await textOf(desk)).toContain(TETHER)
    expect(await walletNamed('Tether')).toMatchObject({ coin: 'USDT', coin_contract: TETHER, coin_decimals: 6 })
    expect(owner.complaints).toEqual([])
  })

  test('the payment shows the amount in coin with its price, sources and time, and each part can be copied', async () => {
    const { path, id } = await save('Bitcoin')
    await page.goto(path)
    const { quote } = (await payment(id)).coin
    await page.getByText(`${quote.amount} BTC`).waitFor()
    const shown = await textOf(page)
    expect(shown).toContain('which is $500.00')
    expect(shown).toMatch(
      /1 BTC = \$9\d,\d{3}\.\d\d, the median of Binance, Coinbase, and Kraken at \d+:\d\d .M\. Held for 1[45]:\d\d/,
    )
    expect(await copied('Copy the amount in BTC')).toBe(quote.amount)
    await page.getByText('Copied!').waitFor({ state: 'detached' })
    expect(await copied('Copy the amount in dollars')).toBe('500.00')
    await page.getByText('Copied!').waitFor({ state: 'detached' })
    expect(await copied('Copy the address')).toBe(OUR_BITCOIN)
    const link = page.getByRole('link', { name: 'Open in wallet' })
    expect(await link.getAttribute('href')).toBe(`bitcoin:${OUR_BITCOIN}?amount=${quote.amount}`)
    await expectAccessible(page)
  })

  test('what may be sent is said above the address, and nothing of the page stays under the bars on a phone', async () => {
    const { path } = await save('Bitcoin')
    await page.goto(path)
    const only = page.getByText('Only BTC, on the Bitcoin network: anything else sent here is lost.')
    const pay = page.getByRole('button', { name: 'I have completed this payment' })
    await only.waitFor()
    await pay.waitFor()
    const [said, qr, bar] = await Promise.all(
      [only, page.getByRole('img', { name: /^QR code/ }), pay].map((part) => part.boundingBox()),
    )
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(qr?.y ?? 0)
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    const copy = await page.getByRole('button', { name: 'Copy the address' }).boundingBox()
    // three lines of 32 pixels
    expect((copy?.y ?? 0) + 96, 'all of the address').toBeLessThan(bar?.y ?? 0)
    // at the end of the page
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(async () => (await pay.boundingBox())?.y).toBeLessThan(bar?.y ?? 0)
    const covered = await inPage<string[]>(
      page,
      `const parts = [...document.querySelectorAll('main button, main input, main p')].filter((part) => part.getClientRects().length > 0)
      return parts.filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height - 2]
        if (y < 0 || width < 2) return false
        const there = document.elementFromPoint(x, y)
        return !part.contains(there) && !there?.contains(part)
      }).map((part) => part.innerText || part.name)`,
    )
    expect(covered).toEqual([])
  })

  test('the time that the amount is held counts down without anything being drawn again', async () => {
    const { path } = await save('Bitcoin')
    await page.goto(path)
    const held = page.getByText('Held for').getByRole('timer')
    await held.waitFor()
    // of a part that is drawn again React writes the attributes anew
    await page.evaluate(`new MutationObserver((changes) => {
      window.drawn += changes.filter(({ target }) => !target.closest?.('[role=timer]')).length
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true })`)
    // what is read anew because something else has happened is drawn, but not at each second
    await expect
      .poll(async () => {
        const before = await held.innerText()
        await page.evaluate('void (window.drawn = 0)')
        await expect.poll(() => held.innerText()).not.toBe(before)
        return page.evaluate('window.drawn')
      })
      .toBe(0)
  })

  test('when the time is over it says so, and one tap gives a new amount', async () => {
    const { path, id } = await save('Bitcoin')
    const old = (await payment(id)).coin.quote
    for (const source of SOURCES) exchanges.skew[source] *= 0.5
    await journey.house.clock.move(15 * MINUTE + SECOND)
    await priced()
    await page.goto(path)
    await page.getByText('The amount in BTC is no longer held').waitFor()
    expect(await textOf(page)).not.toContain(old.amount)
    expect(await page.getByRole('link', { name: 'Open in wallet' }).count()).toBe(0)
    await expectAccessible(page)

    await walker.context.setOffline(true)
    await page.getByText('A new amount needs a connection.').waitFor()
    expect(await page.getByRole('button', { name: 'Get a new amount' }).count()).toBe(0)
    await walker.context.setOffline(false)

    await page.getByRole('button', { name: 'Get a new amount' }).click()
    await page.getByText('Held for').waitFor()
    const { quote } = (await payment(id)).coin
    expect(Number(quote.amount)).toBeGreaterThan(Number(old.amount) * 1.9)
    await page.getByText(`${quote.amount} BTC`).waitFor()
    for (const source of SOURCES) exchanges.skew[source] *= 2
  })

  test('without a price that can be trusted there are dollars alone, and another try once there is one', async () => {
    for (const source of SOURCES) exchanges.answer(source, (_, response) => void response.writeHead(500).end())
    await journey.house.clock.move(5 * MINUTE)
    await vi.waitUntil(async () => (await btc()).stale, { timeout: PATIENCE, interval: 200 })
    const { path } = await save('Bitcoin')
    await page.goto(path)
    await page.getByText('There is no reliable price for BTC right now.').waitFor()
    expect(await textOf(page)).toContain('$500.00')
    await page.getByRole('button', { name: 'Try again' }).click()
    await acknowledge(page, 'Failed')
    for (const source of SOURCES) exchanges.answer(source, undefined)
    await journey.house.clock.move(16 * MINUTE)
    await priced()
    // a page that has been read again meanwhile knows that there is a price
    await page.getByRole('button', { name: /^(Try again|Get the amount in BTC)$/ }).click()
    await page.getByText('Held for').waitFor()
  })

  test('a coin whose price is not read here is dollars alone, its contract to be copied and the code a plain address', async () => {
    const { path } = await save('Tether')
    await page.goto(path)
    await page.getByText('There is no price for USDT here.').waitFor()
    expect(await page.getByRole('button', { name: /Try again|Get/ }).count()).toBe(0)
    expect(await copied('Copy the token contract')).toBe(TETHER)
    expect(await textOf(page)).toContain('Pay to the address above, never to the contract.')
    await expectAccessible(page)
  })

  test('the desk shows what a withdrawal is in coin before it is paid, with source and time, and anew when asked', async () => {
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '500', reason: 'A gift' })
    const to = { source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
    await investor.must('/api/withdraw', { ...to, amount: '500' })
    const [{ id }] = (await investor.get('/api/histories')).body.withdrawals
    await journey.owner.must(`/api/approve-withdrawal/${id}`)
    await priced()
    const desk = owner.page
    await desk.goto(`/admin-withdrawals?tab=active&panel=withdrawal&of=${id}`)
    await desk.getByRole('button', { name: 'Mark as paid' }).click()
    const toPay = desk.getByRole('region', { name: 'What to pay' })
    await toPay.getByText(/^0\.00\d+ BTC$/).waitFor()
    const shown = await toPay.innerText()
    expect(shown).toContain('$500.00')
    expect(shown).toMatch(/1 BTC = \$9\d,\d{3}\.\d\d, the median of Binance, Coinbase, and Kraken at \d+:\d\d .M\./)
    await toPay.getByRole('button', { name: 'Copy the amount in BTC' }).click()
    expect(shown).toContain(`${String(await desk.evaluate('navigator.clipboard.readText()'))} BTC`)
    await expectAccessible(desk)
    for (const source of SOURCES) exchanges.skew[source] *= 0.5
    await journey.house.clock.move(5 * MINUTE)
    await vi.waitUntil(async () => Number((await btc()).price) < 60_000, { timeout: PATIENCE, interval: 200 })
    expect(await toPay.innerText()).toContain(shown.split('BTC')[0] ?? 'BTC')
    await toPay.getByRole('button', { name: 'Get a new amount' }).click()
    await toPay.getByText(/^0\.01\d+ BTC$/).waitFor()
    for (const source of SOURCES) exchanges.skew[source] *= 2
    expect(owner.complaints).toEqual([])
  })

  test('a wallet without a coin is paid in dollars, as ever', async () => {
    const { id, wallet_name: name, wallet_address: address, version } = await walletNamed('Bitcoin')
    await journey.owner.must(`/api/update-wallet/${id}`, { name, address, version, coin: '' })
    const { path } = await save('Bitcoin')
    await page.goto(path)
    await page.getByText('Pay exactly').waitFor()
    const shown = await textOf(page)
    expect(shown).toContain('$500.00')
    expect(shown).not.toContain('BTC')
    expect(await page.getByRole('button', { name: 'Copy the amount in BTC' }).count()).toBe(0)
    expect(walker.complaints.filter((said) => !meant.test(said))).toEqual([])
  })
})
