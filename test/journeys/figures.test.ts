/** @module-tag thorough */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { OWNER, startTestApp } from '../support/app.ts'
import { tellFullStory, type FullStory } from '../support/full-story.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { openBrowser, openWalker, PHONE, type Theme, type Walker } from '../support/browser.ts'
import { signIn, textOf } from '../support/walk.ts'
import type { PlatformFigures } from '#figures/contract.ts'
import { differenceInCents } from '#figures/rules.ts'

const WIDE = { width: 1280, height: 800 }
type Look = { theme: Theme; size: typeof PHONE }
const ON_A_PHONE: Look = { theme: 'light', size: PHONE }
const ON_A_DESK: Look = { theme: 'dark', size: WIDE }

let browser: Browser
let story: FullStory
beforeAll(async () => {
  browser = await openBrowser()
  story = await tellFullStory()
  const funds = { wallet_id: story.shown.wallet, account: 'capital', reason: 'To pay from', direction: 'in' }
  await story.owner.must('/api/record-funds', { ...funds, amount: '1000' })
})
afterAll(() => story.house.close())

async function openDashboard(url: string, { theme, size }: Look): Promise<Walker> {
  const walker = await openWalker(browser, url, theme)
  await walker.page.setViewportSize(size)
  await signIn(walker.page, OWNER.email, OWNER.password)
  await walker.page.getByText('held for', { exact: true }).waitFor()
  return walker
}

/** What the server says now, by the days of the browser's zone. */
async function figuresFor(page: Page): Promise<PlatformFigures> {
  const zone = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
  return (await story.owner.get(`/api/admin/figures?zone=${String(zone)}`)).body
}

const dollars = (amount: string) => showUsd(fromWire(amount))
const figureOf = (page: Page, label: string, amount: string) =>
  page.getByRole('button', { name: `${label}: ${dollars(amount)}. See what it is made of` })

const together = ({ principal, to_earn }: { principal: string; to_earn: string }) =>
  toWire(sum([fromWire(principal), fromWire(to_earn)]))

/** The amounts that stand for the records of an open panel, in micro-dollars. */
async function amountsIn(panel: Locator): Promise<bigint> {
  const texts = await panel.locator('li .font-semibold.whitespace-nowrap').allInnerTexts()
  return sum(texts.map((text) => fromWire(text.replace(/[$,]/g, ''))))
}

describe('the dashboard', () => {
  test('shows the figures of the books, and each opens records that sum to it', async () => {
    const { page, context, complaints } = await openDashboard(story.house.url, ON_A_PHONE)
    try {
      const { owed, money, due, held, coverage, users, conversion } = await figuresFor(page)
      expect(await textOf(page)).toContain(`Currently using Admin account for ${OWNER.name}`)
      expect(await textOf(page)).toContain(`${dollars(held.total)} held for ${dollars(owed.total)} owed`)
      const { shown: over } = differenceInCents(fromWire(held.total), fromWire(owed.total))
      expect(await textOf(page)).toContain(`${showUsd(over)} over, covered ${coverage.percent}%`)
      await page
        .getByText('You are the only administrator who can approve, so nothing waits for a second one.')
        .waitFor()
      await expectAccessible(page, { whole: true })

      const panel = page.getByRole('dialog')
      const opens: [label: string, amount: string, total: string][] = [
        ['Running investments', owed.invested, owed.invested],
        ['Earnings Wallet', owed.earnings, owed.earnings],
        ['Referral Wallet', owed.referral, owed.referral],
        ['Held for withdrawals', owed.withdrawing, owed.withdrawing],
        ['In, 30 days', money.in_30_days, money.in_30_days],
        ['Out, 30 days', money.out_30_days, money.out_30_days],
        ['Ending in 30 days', together(due.in_30_days), due.in_30_days.principal],
        ['Ending in 90 days', together(due.in_90_days), due.in_90_days.principal],
      ]
      for (const [label, amount, total] of opens) {
        await figureOf(page, label, amount).click()
        await panel.getByText(dollars(total), { exact: true }).first().waitFor()
        await panel.getByText(/^\d+ of \d+$/).waitFor()
        const shown = await amountsIn(panel)
        // to the cent, as each is shown
        expect(Math.abs(Number(shown - fromWire(total))), label).toBeLessThan(100_000)
        if (label === 'In, 30 days') await expectAccessible(page, { whole: true })
        await page.keyboard.press('Escape')
        await panel.waitFor({ state: 'detached' })
      }

      const [wallet] = held.wallets.filter(({ custody }) => custody !== '0.00')
      await page
        .getByRole('link', { name: `${wallet?.name}: ${dollars(wallet?.custody ?? '')}. See its postings` })
        .click()
      await panel
        .getByText(dollars(wallet?.custody ?? ''), { exact: true })
        .first()
        .waitFor()
      await page.goto('/dashboard')
      await page.getByRole('link', { name: `${users.in_30_days} new users in 30 days: see them` }).click()
      await page.getByText(`${users.in_30_days} found`).waitFor()
      await page.goto('/dashboard')
      await page.getByRole('link', { name: `${conversion.approved} Identity approved: see them` }).click()
      await page.getByText(`${conversion.approved} found`).waitFor()
      expect(complaints).toEqual([])
    } finally {
      await context.close()
    }
  })

  test('goes from day to day with the arrow keys, ahead by thirty or ninety, and reads as a table', async () => {
    const { page, context, complaints } = await openDashboard(story.house.url, ON_A_DESK)
    try {
      const { money, due } = await figuresFor(page)
      const slider = page.getByRole('slider', { name: 'Day' })
      await slider.focus()
      const paid = money.days.findLastIndex((day) => day.out !== '0.00')
      for (let day = money.days.length - 1; day > paid; day -= 1) await page.keyboard.press('ArrowLeft')
      await expect
        .poll(() => slider.getAttribute('aria-valuetext'))
        .toContain(`${dollars(money.days[paid]?.out ?? '')} out`)
      await page.getByRole('button', { name: /^Out on / }).click()
      await page
        .getByRole('dialog')
        .getByText(dollars(money.days[paid]?.out ?? ''), { exact: true })
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await slider.focus()
      await page.keyboard.press('End')
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('principal ends')
      await page.getByText('90 days', { exact: true }).first().click()
      const last = due.days.slice(-1)
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(dollars(last[0]?.principal ?? ''))

      await page.getByText('As a table').first().click()
      const rowsOf = (name: string | RegExp) => page.getByRole('table', { name }).getByRole('row').count()
      await expect.poll(() => rowsOf('The last 30 days')).toBe(31)
      await expect.poll(() => rowsOf('Today and the next 90 days')).toBe(92)
      // payouts due, and who joined in which month
      await page.getByText('As a table').nth(1).click()
      await expect.poll(() => rowsOf('Today and the next 30 days')).toBe(32)
      await page.getByRole('heading', { name: 'Users by the month they joined' }).waitFor()
      await page.getByText('As a table').last().click()
      await expect.poll(() => rowsOf(/^Months of/)).toBe(13)
      await expectAccessible(page, { whole: true })
      expect(complaints).toEqual([])
    } finally {
      await context.close()
    }
  })
})

test('an approval from elsewhere is on the dashboard by itself', async () => {
  const { page, context } = await openDashboard(story.house.url, { theme: 'light', size: WIDE })
  try {
    const before = (await figuresFor(page)).owed.invested
    await figureOf(page, 'Running investments', before).waitFor()
    await story.owner.must(`/api/approve-investment/${story.shown.investment.waiting}`)
    const after = (await figuresFor(page)).owed.invested
    expect(fromWire(after) - fromWire(before)).toBe(fromWire('400.00'))
    await figureOf(page, 'Running investments', after).waitFor()
    // it began now and runs for thirty days
    const { due } = await figuresFor(page)
    await figureOf(page, 'Ending in 30 days', together(due.in_30_days)).click()
    const panel = page.getByRole('dialog')
    await panel.getByText(dollars(due.in_30_days.principal), { exact: true }).first().waitFor()
    await panel.getByText('$400.00', { exact: true }).waitFor()
  } finally {
    await context.close()
  }
})

test('billions stand beside or below one another, never over one another', async () => {
  const { owner, investor, house } = story
  const most = '999999999.99'
  const terms = { min_amount: '1', max_amount: most, durations_copy: '14', ref_bonus: '0', daily_roi: '0.4' }
  await owner.must('/api/create-plan', { name: 'Vast', description: 'For whoever has billions.', ...terms })
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const { id: plan_id } = plans.find(({ name }: { name: string }) => name === 'Vast')
  for (let made = 0; made < 2; made += 1) {
    await investor.must('/api/save-investment', { plan_id, wallet_id: wallets[0].id, amount: most, duration: 14 })
    await owner.must(`/api/approve-investment/${(await investor.get('/api/histories')).body.investments[0].id}`)
  }
  const { page, context } = await openDashboard(house.url, { theme: 'light', size: WIDE })
  try {
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size)
      const sums = page.getByRole('button', { name: /^(In,|Out,|Ending in) [39]0 days: \$/ })
      await expect.poll(() => sums.count()).toBe(4)
      // all at once: what is still coming moves all that is below it
      const boxes = await sums.evaluateAll((all) =>
        all.map((sum) => {
          const { x, y, width, height } = sum.getBoundingClientRect()
          return { name: sum.textContent, x, y, width, height }
        }),
      )
      for (const [at, one] of boxes.entries()) {
        expect(one.x + one.width, `${one.name} at ${size.width}`).toBeLessThanOrEqual(size.width)
        for (const other of boxes.slice(at + 1)) {
          const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y
          expect(apart, `${one.name} over ${other.name} at ${size.width}`).toBe(true)
        }
      }
    }
  } finally {
    await context.close()
  }
})

test('where nothing has happened yet it says so, and where the figures do not come it can be tried again', async () => {
  const house = await startTestApp()
  const { page, context } = await openDashboard(house.url, { theme: 'light', size: PHONE })
  try {
    expect(await textOf(page)).toContain('Nothing is held and nothing is owed yet.')
    expect(await textOf(page)).toContain('No money moved in the last 30 days, and no investment ends in the next 90.')
    // what is to do comes first, and no row of zeros
    await page.getByRole('heading', { name: 'Before you open' }).waitFor()
    await page.getByText('Nothing is waiting for a decision or a payment.').waitFor()
    const parts = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(parts.slice(0, 2)).toEqual(['Before you open', 'Waiting'])
    expect(await page.getByRole('link', { name: /for a decision/ }).count()).toBe(0)
    await expectAccessible(page, { whole: true })
    await page.route('**/api/admin/figures**', (route) => route.abort())
    await page.goto('/profile')
    await page.goto('/dashboard')
    const again = page.getByRole('alert').getByRole('button')
    await again.waitFor()
    await page.unroute('**/api/admin/figures**')
    await again.click()
    await page.getByText('held for', { exact: true }).waitFor()
  } finally {
    await context.close()
    await house.close()
  }
})
