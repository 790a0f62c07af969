/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromWire, sum } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { goWithin, PASSWORD, signIn, textOf } from '../support/walk.ts'
import { askForCheck } from '../support/identity.ts'
import { takeSteps } from '../support/identity-steps.ts'

/** A home about one's own money: what is next, and what one has had. */
describe('an investor’s home', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  let page: Page

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney())
    investor = await journey.join('investor')
    page = (await journey.walker('light')).page
    await signIn(page, investor.email, PASSWORD)
    await page.goto('/dashboard')
  })
  afterAll(() => journey.close())

  const next = () => page.getByRole('region', { name: 'What’s next' })
  /** Each first step with what is said of it. */
  const steps = async () => {
    const texts = await next().getByRole('list', { name: 'First steps' }).getByRole('listitem').allInnerTexts()
    return texts.map((text) => text.replaceAll(/\d/g, '').replaceAll(/\s+/g, ' ').trim())
  }
  const newest = async (list: string) => (await investor.get('/api/histories')).body[list][0]
  const all = async () => {
    const { body } = await investor.get('/api/balance')
    const of = ['account_balance', 'ref_bal', 'bonus_balanace', 'current_investment', 'withdrawing']
    return showUsd(sum(of.map((name) => fromWire(body[name]))))
  }

  test('leads somebody new from the identity to a plan, to its payment', async () => {
    await expect.poll(steps).toEqual(['Verified done', 'Identity now', 'Plan later', 'Pay later'])
    await expectAccessible(page)
    await next()
      .getByRole('link', { name: /^Verify your identity/ })
      .click()
    await takeSteps(page, 1)
    await page.goto('/dashboard')
    await next().getByText('Your identity is being checked').waitFor()
    await owner.must(`/api/approve-kyc/${investor.id}`)
    await expect.poll(steps).toEqual(['Verified done', 'Identity done', 'Plan now', 'Pay later'])
    await next()
      .getByRole('link', { name: /^Choose a plan/ })
      .click()
    await page.waitForURL('**/invest')
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '1000', duration: 14 }
    await investor.must('/api/save-investment', choice)
    await page.goto('/dashboard')
    await expect.poll(steps).toEqual(['Verified done', 'Identity done', 'Plan done', 'Pay now'])
    await next().getByRole('link', { name: 'Pay now' }).click()
    await page.waitForURL('**/payment?**')
  })

  test('says what was decided about an identity while another screen was open', async () => {
    const elsewhere = await journey.join('elsewhere')
    const { page: other, context } = await journey.walker('dark')
    await askForCheck(elsewhere)
    await signIn(other, elsewhere.email, PASSWORD)
    const waiting = other.getByText('Your identity is being checked')
    await waiting.waitFor()
    await goWithin(other, '/invest')
    await other.getByRole('link', { name: 'Identity check under review' }).waitFor()
    await owner.must(`/api/approve-kyc/${elsewhere.id}`)
    await other.getByRole('button', { name: 'Invest now' }).waitFor()
    await goWithin(other, '/dashboard')
    await other.getByRole('listitem').filter({ hasText: 'Identity done' }).waitFor()
    expect(await waiting.count()).toBe(0)
    await context.close()
  })

  test('has no chart before there is money, and says so in its place', async () => {
    await page.goto('/dashboard')
    await page.getByText('Your money appears here once a payment is approved.').waitFor()
  })

  test('says that paid money is being checked, until it is approved', async () => {
    await investor.must(`/api/verify-investment/${(await newest('investments')).tranx_id}`)
    await next().getByText('Your payment is being checked').waitFor()
    await next()
      .getByRole('link', { name: /being checked/ })
      .click()
    await page.getByRole('list', { name: 'Pending investments' }).getByText('$1,000.00').waitFor()
    await page.goto('/dashboard')
    await owner.must(`/api/approve-investment/${(await newest('investments')).id}`)
    await next().getByText('Planned payout').waitFor()
    await next().getByText('Mar 15, 2026, to your Earnings Wallet').waitFor()
    expect(await next().getByRole('list', { name: 'First steps' }).count()).toBe(0)
    // a single line takes all the room that was kept for what comes: nothing moves, and none of it is blank
    const only = next().getByRole('link')
    expect(await only.count()).toBe(1)
    expect(await only.boundingBox()).toEqual(await next().boundingBox())
    expect(await next().innerText()).not.toContain('being checked')
    // against nothing in the 24 hours before
    await expect.poll(() => textOf(page)).toContain('Trades /24hrs $1,000.00 new')
  })

  test('says that a withdrawal is being checked, and is on its way once it is approved', async () => {
    await daysPass(house, 5)
    investor = house.visitor()
    await investor.signIn('investor@mail.plumb.test', PASSWORD)
    owner = await house.owner()
    const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    await investor.must('/api/withdraw', { amount: '5', source: 'investment', ...to })
    await page.reload()
    await next().getByText('Your withdrawal is being checked').waitFor()
    await next().getByText('It’s paid once it’s approved').waitFor()
    expect(await next().innerText()).not.toContain('on its way')
    const first = await newest('withdrawals')
    await investor.must('/api/withdraw', { amount: '2', source: 'investment', ...to })
    await next().getByText('Your withdrawals are being checked').waitFor()
    await next().getByText('2 withdrawals').waitFor()
    await investor.must(`/api/cancel-withdrawal/${(await newest('withdrawals')).id}`)
    await next().getByText('Your withdrawal is being checked').waitFor()
    await owner.must(`/api/approve-withdrawal/${first.id}`)
    await next().getByText('Withdrawal approved, to be paid').waitFor()
    await next().getByText('Your withdrawal is on its way to you').waitFor()
  })

  test('hides with a wallet all that is said of its money, and shows it again', async () => {
    const cards = page.getByRole('list', { name: 'Balances' }).getByRole('listitem')
    const running = page.getByRole('list', { name: 'Your investments' })
    const worth = page.getByRole('region', { name: 'What you have' }).first()
    await running.getByText('Earning', { exact: true }).waitFor()
    for (const part of [next(), running, worth]) expect(await part.innerText()).not.toContain('$')
    await cards.nth(0).getByRole('button', { name: 'click for balance' }).click()
    await next().getByText('$5.00 is on its way to you').waitFor()
    await next().getByText('Planned payout').waitFor()
    await cards.nth(2).getByRole('button', { name: 'click for balance' }).click()
    await next().getByText('Planned: $1,000.00 back').waitFor()
    await running.getByText('$1,000.00').waitFor()
    // the third wallet is part of the sum
    expect(await worth.innerText()).not.toContain('$')
    await cards.nth(1).getByRole('button', { name: 'click for balance' }).click()
    await worth.getByRole('button', { name: 'Hide amounts' }).click()
    await cards.nth(2).getByRole('button', { name: 'click for balance' }).waitFor()
    for (const part of [next(), running, worth]) expect(await part.innerText()).not.toContain('$')
  })

  test('shows each running investment on the ring of its days, and opens it', async () => {
    const running = page.getByRole('list', { name: 'Your investments' })
    await running.getByRole('img', { name: '35 percent of its time has passed' }).waitFor()
    await running.getByRole('link', { name: 'Steady' }).click()
    await page.getByRole('dialog', { name: 'Steady' }).waitFor()
  })

  test('draws what one has had, its amounts hidden until they are tapped, and says it in a sentence', async () => {
    await page.goto('/dashboard')
    const worth = page.getByRole('region', { name: 'What you have' }).first()
    await worth
      .getByRole('img', { name: /^7 days, 1 deposit, 0 withdrawals\. Hatched is planned, until Mar 15/ })
      .waitFor()
    expect(await worth.innerText()).not.toContain('$')
    await worth.getByRole('button', { name: 'Show amounts' }).click()
    await worth.getByText(await all(), { exact: true }).waitFor()
    await worth
      .getByRole('img', { name: /^7 days: \$1,000\.00 paid in, \$0\.00 paid out\. \$36\.00 more is planned until/ })
      .waitFor()
    await worth.getByText('Withdrawing', { exact: true }).waitFor()
    // in the wallets that it is made of, too
    expect(await page.getByRole('button', { name: 'click for balance' }).count()).toBe(0)
    await expectAccessible(page)
    // the table has no figures beside amounts that are hidden
    const table = worth.getByRole('button', { name: 'Table' })
    await table.click()
    await worth.getByRole('button', { name: 'Hide amounts' }).click()
    await worth.getByRole('table').waitFor({ state: 'detached' })
    expect(await worth.innerText()).not.toContain('$')
    await table.click()
    await worth.getByRole('table').waitFor()
    await worth
      .getByText(await all(), { exact: true })
      .first()
      .waitFor()
    await table.click()
  })

  test('has the same as a table by keyboard alone: each day as its statement closes, and what is planned', async () => {
    const worth = page.getByRole('region', { name: 'What you have' }).first()
    const box = await worth.boundingBox()
    await worth.getByRole('button', { name: 'Hide amounts' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const table = worth.getByRole('table')
    await table.waitFor()
    expect(await worth.boundingBox()).toEqual(box)
    const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\t/).map((cell) => cell.trim()))
    expect(rows[0]).toEqual(['Day', 'In all', 'In plans', 'Withdrawable', 'Bonus, withdrawing', 'Paid in', 'Paid out'])
    // five days at 0.4 % are withdrawn, nine are to come
    expect(rows[1]?.[0]).toBe('Mar 15, 2026, planned')
    expect(rows[1]?.slice(1)).toEqual(['$1,056.00', '$0.00', '$1,051.00', '$5.00', '$1,000.00 back'])
    expect(rows[2]?.[0]).toBe('Today')
    expect(rows[2]?.[1]).toBe(await all())
    for (const [place, day] of ['2026-03-05', '2026-03-04', '2026-03-03', '2026-03-02', '2026-03-01'].entries()) {
      const { closing } = (await investor.get(`/api/statement?from=${day}&to=${day}&zone=${await zone()}`)).body
      expect(rows[3 + place]?.[1], day).toBe(showUsd(fromWire(closing)))
    }
    expect(rows[7]?.[5]).toBe('$1,000.00')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
  })

  const zone = () => page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')

  test('says where the chart could not be loaded, in its place and of its size', async () => {
    const worth = page.getByRole('region', { name: 'What you have' }).first()
    const size = (await worth.boundingBox())?.height
    await page.route('**/api/worth?**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/dashboard')
    await worth.getByText('The chart could not be loaded.').waitFor()
    expect((await worth.boundingBox())?.height).toBe(size)
    await page.unroute('**/api/worth?**')
    await worth.getByRole('button', { name: 'Try again' }).click()
    await worth.getByRole('img').waitFor()
    expect((await worth.boundingBox())?.height).toBe(size)
  })

  test('is drawn without a format of Intl, whose first takes a phone as long as a screen', async () => {
    await page.addInitScript(`
      globalThis.formats = []
      for (const name of ['DateTimeFormat', 'NumberFormat'])
        Intl[name] = new Proxy(Intl[name], {
          construct: (Format, words) => (formats.push(name), new Format(...words)),
          apply: (Format, _, words) => (formats.push(name), Format(...words)),
        })
      for (const { prototype } of [Number, Date]) {
        const { toLocaleString } = prototype
        prototype.toLocaleString = function (...words) {
          formats.push('toLocaleString')
          return toLocaleString.apply(this, words)
        }
      }`)
    await page.goto('/dashboard')
    for (const part of ['What’s next', 'Your investments']) await page.getByRole('region', { name: part }).waitFor()
    await page.getByRole('heading', { name: 'Trading activities' }).waitFor()
    await page.getByRole('region', { name: 'What you have' }).first().getByRole('img').waitFor()
    expect(await page.evaluate('formats')).toEqual([])
  })
})
