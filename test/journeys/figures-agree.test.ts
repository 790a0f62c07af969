/** @module-tag thorough */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, SECOND } from '#kit/clock.ts'
import { fromWire, microUsd, sum, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

let journey: Journey
let house: TestApp
let owner: Visitor
let investor: Visitor
let own: Walker
let desk: Walker

/** Amounts that leave fractions of a cent everywhere: earnings, referrals, a reinvestment, a withdrawal that waits. */
beforeAll(async () => {
  ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
  investor = await journey.join('investor')
  const friend = await journey.join('friend', { referral: 'investor' })
  const invest = async (who: Visitor, amount: string, duration: number) => {
    await house.clock.move(7 * SECOND)
    const { plans, wallets } = (await who.get('/api/histories')).body
    await who.must('/api/save-investment', { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration })
    const { id } = (await who.get('/api/histories')).body.investments[0]
    await owner.must(`/api/approve-investment/${id}`)
    return String(id)
  }
  const short = await invest(investor, '133.33', 7)
  await invest(friend, '271.17', 30)
  const [{ id: referral }] = (await investor.get('/api/histories')).body.referrals
  await owner.must(`/api/approve-referral/${referral}`)
  await daysPass(house, 7)
  await house.clock.move(30 * SECOND)
  await house.runJobs()
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '10.01', reason: 'For the delay' })
  await investor.must(`/api/reinvest-investment/${short}`)
  await invest(friend, '101.01', 30)
  const payout = { source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await investor.must('/api/withdraw', { amount: '3.21', ...payout })
  await house.clock.move(5 * HOUR)
  own = await journey.walker('light')
  await signIn(own.page, investor.email, PASSWORD)
  desk = await journey.walker('dark')
  await desk.page.setViewportSize({ width: 1280, height: 800 })
  await signIn(desk.page, OWNER.email, OWNER.password)
})
afterAll(() => journey.close())

/** An amount as somebody reads it. */
const asRead = (text: string): MicroUsd => {
  const [, minus = '', figures = ''] = /([(-]?)\$([\d,]+\.\d+)/.exec(text.replaceAll(/\s/g, '')) ?? []
  const size = fromWire(figures.replaceAll(',', ''))
  return minus === '' ? size : microUsd(-size)
}
const inCents = (amount: string) => showUsd(fromWire(amount))
/** What stands beside a term of a list of figures. */
const beside = async (list: Locator, term: string) =>
  asRead(
    await list
      .locator('> div')
      .filter({ has: list.page().locator('dt', { hasText: new RegExp(`^${term}`) }) })
      .locator('dd')
      .innerText(),
  )
const openStatement = async (page: Page, account: string) => {
  await page.goto(`/statement?period=year&account=${account}`)
  const list = page.locator('dl[aria-label="Summary"]')
  await list.waitFor()
  return list
}

test.each(['earnings', 'all'])('the statement of %s adds up as it is read, and ends with what is there', async (of) => {
  const { page } = own
  const list = await openStatement(page, of)
  const closing = await beside(list, 'Closing balance')
  const parts = await Promise.all(['Opening balance', 'In', 'Out'].map((term) => beside(list, term)))
  expect(sum(parts)).toBe(closing)
  const now = await beside(list, of === 'all' ? 'All balances now' : 'Earnings Wallet now')
  const unposted = await beside(list, 'Earned, not yet posted')
  expect(unposted > 0n).toBe(true)
  expect(sum([closing, unposted])).toBe(now)
  const { account_balance, ...balance } = (await investor.get('/api/balance')).body
  const rest = ['ref_bal', 'bonus_balanace', 'current_investment', 'withdrawing'].map((key) => fromWire(balance[key]))
  expect(toWire(now)).toBe(of === 'all' ? toWire(sum([fromWire(account_balance), ...rest])) : account_balance)
  await expectAccessible(page, { whole: true })
})

test('the Earnings Wallet shows what its statement ends with', async () => {
  const { page } = own
  const { account_balance } = (await investor.get('/api/balance')).body
  await page.goto('/dashboard')
  const card = page.getByRole('list', { name: 'Balances' }).getByRole('listitem').first()
  await card.getByRole('button', { name: 'click for balance' }).click()
  await card.getByText(inCents(account_balance), { exact: true }).waitFor()
})

test('what can be withdrawn is one figure for the investor and for the operator', async () => {
  await own.page.goto('/withdrawal')
  await own.page.getByRole('button', { name: 'View balance' }).click()
  const said = await own.page.getByText(/^You can withdraw \$/).innerText()
  await desk.page.goto(`/view-account/${investor.id}`)
  const card = desk.page.getByRole('region', { name: 'Withdrawable Balance' })
  const [, total = '', earned = '', referred = ''] =
    /withdraw (\$[\d,.]+) now: (\$[\d,.]+) from your Earnings Wallet and (\$[\d,.]+) from your Referral Wallet/.exec(
      said,
    ) ?? []
  expect(total).not.toBe('')
  await card.getByText(total, { exact: true }).waitFor()
  await card.getByText(`${earned} in the Earnings Wallet and ${referred} in the Referral Wallet at `).waitFor()
  await expectAccessible(desk.page)
})

test('the postings of a wallet add up on the desk as they are read, with what is not posted yet', async () => {
  const { page } = desk
  await page.goto(`/view-account/${investor.id}?panel=postings&of=earnings`)
  const panel = page.getByRole('dialog', { name: 'Postings' })
  const parts = await panel.getByText(/ posted, .* not yet posted$/).innerText()
  const [posted = '', rest = ''] = parts.split('posted,')
  const total = asRead(
    await panel
      .getByText(/^\$[\d,.]+$/)
      .first()
      .innerText(),
  )
  expect(asRead(rest) > 0n).toBe(true)
  expect(sum([asRead(posted), asRead(rest)])).toBe(total)
  const amounts = await panel.getByText(/^[+(]\$/).allInnerTexts()
  expect(amounts.length).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('a bonus of less than whole cents reads on the desk as what it is', async () => {
  const { page } = desk
  const { items } = (await owner.get('/api/admin/referrals')).body
  const amounts: string[] = items.map(({ amount }: { amount: string }) => amount)
  const odd = amounts.find((amount) => fromWire(amount) % 10_000n !== 0n) ?? 'none'
  await page.goto(`/admin-referrals?panel=referral&of=${items[amounts.indexOf(odd)].id}`)
  const record = page.locator('p.text-36')
  expect(asRead(await record.innerText())).toBe(fromWire(odd))
})

test('what is held and owed adds up as it is read', async () => {
  const { page } = desk
  await page.goto('/dashboard')
  const heading = page.getByRole('heading', { name: /held for/ })
  const [held = '', owed = ''] = (await heading.innerText()).split('held for')
  const amountsOf = async (name: string) => {
    const lines = await page.getByRole('list', { name, exact: true }).getByRole('listitem').allInnerTexts()
    return lines.map(asRead)
  }
  expect(toWire(sum(await amountsOf('Held')))).toBe(toWire(asRead(held)))
  expect(toWire(sum(await amountsOf('Owed')))).toBe(toWire(asRead(owed)))
  const apart = await page
    .getByText(/^\$[\d,.]+ (over|short)/)
    .first()
    .innerText()
  const difference = microUsd(asRead(held) - asRead(owed))
  expect(toWire(asRead(apart))).toBe(toWire(difference < 0n ? microUsd(-difference) : difference))
  await page.goto('/admin-funds')
  await page.getByRole('heading', { name: /held for/ }).waitFor()
  expect(await page.getByRole('heading', { name: /held for/ }).innerText()).toBe(`${held}held for${owed}`)
})

test('of the trading activities new money alone is a plus, and the trades of the day are its sum', async () => {
  const { page } = desk
  await page.goto('/dashboard')
  const lines = page.getByRole('list', { name: 'Trading activities' }).getByRole('listitem')
  await lines.first().waitFor()
  const texts = (await lines.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  // the newest first: today's, the reinvestment of today, and two of a week ago
  expect(texts.map((text) => /[+]?\$[\d.]+/.exec(text)?.[0])).toEqual(['+$101.01', '$133.33', '+$271.17', '+$133.33'])
  expect(texts.map((text) => text.includes('reinvested'))).toEqual([false, true, false, false])
  const trades = page.locator('dl > div').filter({ hasText: /^Trades/ })
  expect(await trades.locator('dd').innerText()).toMatch(/^\$101\.01/)
})
