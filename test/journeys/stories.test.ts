/** @module-tag thorough */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { fromWire, sum, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd, usdParts } from '#money/show.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { inPage } from '../support/in-page.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

/** With all six decimals, as a statement has it. */
function inFull(amount: MicroUsd): string {
  const { whole, fraction } = usdParts(amount, 6)
  return `$${whole}.${fraction}`
}

/** Ten days of two investments, a withdrawal, a top-up and a referral; then every number is asked why. */
describe('an investor asks why a number is what it is', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let walker: Walker
  let page: Page
  let invest: (who: Visitor, amount: string, duration: number) => Promise<void>

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    const { owner } = journey
    investor = await journey.join('investor')
    const friend = await journey.join('friend', { referral: 'investor' })
    invest = async (who, amount, duration) => {
      const { plans, wallets } = (await who.get('/api/histories')).body
      await who.must('/api/save-investment', { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration })
      const { id } = (await who.get('/api/histories')).body.investments[0]
      await owner.must(`/api/approve-investment/${id}`)
    }
    await invest(investor, '500', 14)
    await invest(investor, '1234.56', 7)
    await invest(friend, '300', 14)
    const [{ id: referral }] = (await owner.get('/api/admin-histories')).body.referrals
    await owner.must(`/api/approve-referral/${referral}`)
    await daysPass(house, 4)
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '25.50', reason: 'Welcome' })
    await house.clock.move(3 * HOUR)
    const payout = { source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    await investor.must('/api/withdraw', { amount: '20', ...payout })
    await daysPass(house, 6)
    await house.clock.move(5 * HOUR)
    walker = await journey.walker('dark')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  const story = () => page.getByRole('dialog', { name: 'Why this number' })
  const postings = () => story().getByRole('list', { name: 'Postings' })
  const DAYS = '/api/statement-days?from=2026-01-01&to=2026-12-31&limit=100'
  /** The lines of an account as the server tells them, all of them. */
  const told = async (account: string) => (await investor.get(`/api/story/${account}?limit=100`)).body

  test('has all postings added up where they are many, and what they give comes where the button was pressed', async () => {
    const [often, { owner }] = [await journey.join('often'), journey]
    for (let time = 1; time <= 130; time += 1) {
      const category = time % 2 === 0 ? 'Goodwill' : 'Welcome'
      await owner.must(`/api/topup-user/${often.id}`, { amount: `${time}.01`, reason: category })
    }
    const { page: phone, context } = await journey.walker('light')
    await signIn(phone, often.email, PASSWORD, '/dashboard?panel=story&of=earnings')
    const panel = phone.getByRole('dialog', { name: 'Why this number' })
    await panel.getByText('The newest 100 of 130 postings').waitFor()
    const check = panel.getByRole('button', { name: 'Check it' })
    await check.scrollIntoViewIfNeeded()
    await check.click()
    const result = panel.getByRole('status').filter({ hasText: '130 postings, exact to the micro-dollar' })
    await result.waitFor()
    await expect.poll(() => result.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    const inSight = async () => {
      const box = await result.boundingBox()
      return box !== null && box.y > 0 && box.y + box.height < 844
    }
    await expect.poll(inSight).toBe(true)
    await context.close()
  })

  test('taps the Earnings Wallet and reads its postings, which give the number', async () => {
    const card = page.getByRole('list', { name: 'Balances' }).getByRole('listitem').first()
    await card.getByRole('button', { name: 'click for balance' }).click()
    const why = card.getByRole('button', { name: 'Why?' })
    const shown = await why.innerText()
    await why.click()
    await postings().waitFor()
    const { balance, unposted, lines, count } = await told('earnings')
    expect(lines).toHaveLength(count)
    expect(toWire(sum(lines.map(({ amount }: { amount: string }) => fromWire(amount))))).toBe(balance)
    const total = showUsd(sum([fromWire(balance), fromWire(unposted)]))
    await story().getByText(total, { exact: true }).waitFor()
    expect(shown).toContain(total)
    await story().getByText(`${count} postings, exact to the micro-dollar`).waitFor()
    await expectAccessible(page)
  })

  test('opens and closes every knot with the keyboard, one at a time', async () => {
    const knots = postings().getByRole('button', { expanded: false })
    const count = await knots.count()
    expect(count).toBeGreaterThan(4)
    const all = postings().locator('> li > div > button')
    for (let place = 0; place < count; place += 1) {
      await all.nth(place).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => all.nth(place).getAttribute('aria-expanded')).toBe('true')
      await expect.poll(() => postings().locator('> li > div > button[aria-expanded=true]').count()).toBe(1)
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => knots.count()).toBe(count)
  })

  test('reads the formula of the first four days, and who decided', async () => {
    await postings()
      .getByRole('button', { name: /^Earnings/ })
      .last()
      .click()
    await postings().getByText('Steady, $500.00').click()
    const formula = postings().getByRole('figure', { name: /^\$500\.00 principal, times 0\.4 percent a day/ })
    await formula.waitFor()
    expect(await formula.locator('figcaption').textContent()).toContain(
      'times 345,600 seconds, divided by 86,400 seconds in a day, is $8.00',
    )
    await postings().getByRole('list', { name: 'Decisions' }).getByText('by an administrator').first().waitFor()
    await postings().getByText('Each of 4 postings').filter({ visible: true }).click()
    await expectAccessible(page)
  })

  test('goes from a posting to its record, and Back leads to the dashboard', async () => {
    await postings()
      .getByRole('button', { name: /^Held for a withdrawal/ })
      .click()
    await postings().getByRole('link', { name: 'See this withdrawal' }).click()
    await page.waitForURL('**/withdrawal?panel=details**')
    await page.getByRole('dialog').getByText('$20.00').first().waitFor()
    await page.goBack()
    await page.waitForURL('**/dashboard')
  })

  test.each([
    ['referral', 'Referral Wallet'],
    ['invested', 'Current Investment'],
    ['withdrawing', 'Held for withdrawals'],
  ])('reads the story of %s', async (account, name) => {
    await page.goto(`/dashboard?panel=story&of=${account}`)
    await story().getByText(name, { exact: true }).waitFor()
    const { balance, count } = await told(account)
    expect(count).toBeGreaterThan(0)
    await story()
      .getByText(showUsd(fromWire(balance)), { exact: true })
      .first()
      .waitFor()
    await story()
      .getByText(new RegExp(`^${count} postings?, exact`))
      .waitFor()
    await postings().getByRole('button').first().click()
    await expectAccessible(page)
  })

  test('is told honestly where nothing has come in yet', async () => {
    await page.goto('/dashboard?panel=story&of=bonus')
    await story().getByText('Nothing has come in yet').waitFor()
    await expectAccessible(page)
  })

  test('is not asked to choose a plan on the first day of an investment, which earns already', async () => {
    const starter = await journey.walker('dark')
    try {
      const visitor = await journey.join('starter')
      await invest(visitor, '500', 14)
      await house.clock.move(HOUR)
      await signIn(starter.page, visitor.email, PASSWORD)
      await starter.page.goto('/dashboard?panel=story&of=earnings')
      const why = starter.page.getByRole('dialog', { name: 'Why this number' })
      await why.getByText('Earning now').waitFor()
      await why.getByText('Nothing is posted yet').waitFor()
      expect(await why.getByRole('link', { name: 'Choose a plan' }).count()).toBe(0)
      await why.getByRole('link', { name: 'Your investments' }).click()
      await starter.page.waitForURL('**/investment**')
      expect(starter.complaints).toEqual([])
    } finally {
      await starter.context.close()
    }
  })

  test('sees the formulas add up to the counter at the same second', async () => {
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
    await page.getByRole('button', { name: 'Why?' }).last().click()
    await story().getByRole('list', { name: 'Profit Earned' }).waitFor()
    await expect
      .poll(
        () =>
          page.evaluate(
            "document.querySelector('[role=timer]').textContent === document.querySelector('[role=dialog] .text-36').textContent",
          ),
        { interval: 60 },
      )
      .toBe(true)
    await story().getByRole('figure').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await story().waitFor({ state: 'detached' })
  })

  test('reads the statement, which says what the server says, and keeps it', async () => {
    await page.goto('/dashboard?panel=story&of=earnings')
    await story().getByRole('link', { name: 'Your statement' }).click()
    await page.waitForURL('**/statement?account=earnings')
    const table = page.getByRole('table', { name: 'Movements' })
    const { balance, count } = await told('earnings')
    await page.getByText('Custom').click()
    await page.getByLabel('From').fill('2026-01-01')
    await page.getByLabel('To', { exact: true }).fill('2026-12-31')
    await page.getByText(`${count} of ${count} movements`).waitFor()
    const { days, unposted } = (await investor.get(`${DAYS}&account=earnings`)).body
    // the heads, what is not posted yet, the days, the opening balance
    await expect.poll(() => table.getByRole('row').count()).toBe(days.length + 3)
    const first = table.getByRole('row').nth(1)
    expect(await first.innerText()).toContain('Earned, not yet posted')
    const now = inFull(sum([fromWire(balance), fromWire(unposted)]))
    await first.getByText(now, { exact: true }).waitFor()
    await page
      .getByText(inFull(fromWire(balance)), { exact: true })
      .first()
      .waitFor()
    await page.getByLabel('Balance').selectOption('All balances')
    await page.waitForURL('**account=all**')
    await table.getByText(/Deposit back/).waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await expectAccessible(page, { whole: true })

    const csv = await fileFrom('CSV')
    expect(csv.name).toMatch(/\.csv$/)
    expect(csv.content.toString()).toContain('Steady')
    const pdf = await fileFrom('PDF')
    expect(pdf.name).toMatch(/\.pdf$/)
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    const everything = await fileFrom('Download my data')
    expect(everything.content.toString()).toContain(investor.email)
    expect(() => JSON.parse(everything.content.toString())).not.toThrow()
  })

  test.each([390, 1280])('opens a day of the statement at %s pixels, and from a posting its record', async (width) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/statement?period=own&from=2026-01-01&to=2026-12-31')
    const table = page.getByRole('table', { name: 'Movements' })
    const { days } = (await investor.get(DAYS)).body as { days: { day: string; count: number; closing: string }[] }
    const [newest] = days
    if (newest === undefined) throw new Error('nothing has moved')
    await table.getByRole('button', { expanded: false }).first().waitFor()
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(days.length)
    const rows = await table.getByRole('row').count()
    await table.getByRole('button', { expanded: false }).first().focus()
    await page.keyboard.press('Enter')
    const opened = table.getByRole('rowgroup').filter({ has: page.getByRole('button', { expanded: true }) })
    await expect.poll(() => opened.getByRole('row').count()).toBe(newest.count + 1)
    const { lines } = (await investor.get(`/api/statement?from=${newest.day}&to=${newest.day}&order=newest`)).body
    for (const [place, line] of (lines as { balance_after: string }[]).entries()) {
      const row = opened.getByRole('row').nth(place + 1)
      await expect.poll(() => row.innerText()).toContain(inFull(fromWire(line.balance_after)))
    }
    await expectAccessible(page)
    await opened
      .getByRole('link', { name: /^Earnings/ })
      .first()
      .click()
    await page.waitForURL('**/investment?panel=details&of=**')
    await page.getByRole(width < 1024 ? 'dialog' : 'complementary', { name: 'Steady' }).waitFor()
    await page.goBack()
    await table.getByRole('link', { name: 'Earned, not yet posted' }).click()
    await story().getByRole('figure').first().waitFor()
    await page.keyboard.press('Escape')
    await story().waitFor({ state: 'detached' })
    await expect.poll(() => table.getByRole('row').count()).toBe(rows)
  })

  test('has what is smaller than a cent stand back as far as the cents do, and never bolder', async () => {
    await page.goto('/statement')
    await page.getByLabel('Summary', { exact: true }).waitFor()
    const small = await inPage<{ cents: string[]; micros: string[] }[]>(
      page,
      `const looks = (part) => [getComputedStyle(part).opacity, getComputedStyle(part).fontWeight]
       return [...document.querySelectorAll('.cents + span')].map((micros) => ({
         cents: looks(micros.previousElementSibling), micros: looks(micros) }))`,
    )
    expect(small.length).toBeGreaterThan(0)
    for (const { cents, micros } of small) {
      expect(Number(micros[0])).toBeLessThanOrEqual(Number(cents[0]))
      expect(Number(micros[1])).toBeLessThanOrEqual(400)
    }
  })

  test('is told where a period is empty, or none', async () => {
    await page.goto('/statement?period=own&from=2020-01-01&to=2020-01-31')
    await page.getByText('No money moved in this period').waitFor()
    await expectAccessible(page)
    await page.getByLabel('To', { exact: true }).fill('2019-01-31')
    await page.getByText('The last day is before the first.').waitFor()
    await page.goto('/statement?period=own')
    await page.getByText('Choose the first and the last day.').waitFor()
    await expectAccessible(page)
  })

  test('an operator reads the same in the same groups, and of no earnings that somebody made them', async () => {
    const owner = await house.owner()
    await owner.must(`/api/deduct-user/${investor.id}`, { amount: '1', reason: 'Credited twice' })
    const { page: desk } = await journey.walker('light')
    await signIn(desk, OWNER.email, OWNER.password)
    await desk.goto(`/view-account/${investor.id}?panel=postings&of=earnings`)
    const panel = desk.getByRole('dialog', { name: 'Postings' })
    const { items } = (await owner.get(`/api/admin/postings?account=investor/${investor.id}/earnings`)).body
    // all in one month: earnings beside earnings are one group, everything else stands alone
    const isEarned = (item: { kind: string } | undefined) => item?.kind === 'investment earned'
    const groups = (items as { kind: string }[]).filter((item, place) => !isEarned(item) || !isEarned(items[place - 1]))
    await expect.poll(() => panel.locator('ol').first().locator('> li').count()).toBe(groups.length)
    await page.goto('/dashboard?panel=story&of=earnings')
    const open = postings().locator('> li').filter({ hasText: 'Earning now' })
    await expect.poll(async () => (await postings().locator('> li').count()) - (await open.count())).toBe(groups.length)
    for (const each of await panel.getByText(/^Each of \d+ postings$/).all()) await each.click()
    await panel.getByText(`credited before a correction by ${OWNER.name}`).first().waitFor()
    await panel.getByText('credited as investor moved money').first().waitFor()
    await panel.getByText('automatically (accrual)').first().waitFor()
    expect(await panel.innerText()).not.toMatch(/[+(]\$0\.00(?!\d)/)
    await expectAccessible(desk)
  })

  test('found nothing that the browser complained of', () => {
    expect(walker.complaints).toEqual([])
  })

  async function fileFrom(button: string): Promise<{ name: string; content: Buffer }> {
    const [file]: [Download, void] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
})
