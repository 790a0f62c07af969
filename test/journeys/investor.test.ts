/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import type { Walker } from '../support/browser.ts'
import { takeSteps } from '../support/identity-steps.ts'
import { acknowledge, PASSWORD, signIn, textOf } from '../support/walk.ts'

/** The whole story, lived by an investor; what administrators do comes over HTTP and appears on the open screen. */
describe('an investor on a phone', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let inviter: Visitor
  let walker: Walker
  let page: Page
  /** The investor over HTTP, to read what the messages say. */
  let reader: Visitor

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney())
    inviter = await journey.join('inviter')
    reader = house.visitor()
    walker = await journey.walker('light', { kept: true })
    page = walker.page
  })
  afterAll(() => journey.close())

  const newest = async (list: string) => (await owner.get('/api/admin-histories')).body[list][0]

  test('follows an invitation and registers', async () => {
    await page.goto('/invitation?referral=inviter')
    await page.getByRole('heading', { name: 'inviter invites you to Plumb.' }).waitFor()
    await page.getByRole('link', { name: 'Create Account' }).click()
    await page.getByText('You were invited by inviter').waitFor()
    await page.getByLabel('Username').fill('investor')
    await page.getByLabel('Email Address').fill('investor@mail.plumb.test')
    await page.getByLabel('Choose Password').fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    await page.getByLabel('Phone').pressSequentially('2025550143')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL('**/dashboard')
  })

  test('proves e-mail and phone by their codes', async () => {
    await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
    await page.getByLabel('Email code').fill(await reader.codeFrom('.eml', 'investor@mail.plumb.test'))
    await page.getByLabel('Phone code').fill(await reader.codeFrom('.txt', '+12025550143'))
    await page.getByRole('button', { name: 'Verify Account' }).click()
    await page.waitForURL('**/kyc')
  })

  test('asks for a review of the identity and sees its approval without reloading', async () => {
    await takeSteps(page, 1)
    await page.getByRole('heading', { name: 'Submitted' }).waitFor()
    const user = await newest('users')
    await owner.must(`/api/approve-kyc/${user.id}`)
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  })

  test('invests 500.00 for 14 days and sees what it will earn before deciding', async () => {
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Invest' }).click()
    await page.getByRole('button', { name: 'Invest now' }).click()
    const panel = page.getByRole('dialog', { name: 'Invest in Steady' })
    await panel.getByLabel('Amount', { exact: true }).fill('500')
    await panel.getByText('14 days').click()
    await expect.poll(() => panel.innerText()).toContain('28.00')
    await panel.getByRole('button', { name: 'Invest $500.00' }).click()
    await page.waitForURL('**/payment?**')
  })

  test('pays to the address that the server names, whatever the link says', async () => {
    await page.getByRole('button', { name: 'I have completed this payment' }).waitFor()
    const right = page.url()
    await page.goto(
      right.replace(OUR_BITCOIN, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq').replace('amount=500.00', 'amount=9.00'),
    )
    await page.getByText('was altered').waitFor()
    expect((await textOf(page)).replaceAll(' ', '')).not.toContain('ar0srrr7xfkvy')
    expect(await textOf(page)).not.toContain('$9.00')
    await page.goto(right)
    await page.getByText('Pay exactly').waitFor()
    expect((await textOf(page)).replaceAll(' ', '')).toContain(OUR_BITCOIN)
    await page.getByRole('button', { name: 'Copy the address' }).click()
    await page.getByText('Copied!').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(OUR_BITCOIN)
    await page.getByRole('button', { name: 'I have completed this payment' }).click()
    await page.waitForURL(house.url + '/')
  })

  test('sees the approval on the open dashboard, and the profit grow by the second', async () => {
    await page.getByText('Nothing is running at the moment').waitFor()
    const modal = page.getByRole('button', { name: 'Okay' })
    if (await modal.isVisible()) await modal.click()
    const { id } = await newest('investments')
    await owner.must(`/api/approve-investment/${id}`)
    await page.getByText('+$0.00002314 each second').waitFor()
    const counter = page.getByLabel('Profit Earned')
    const first = await counter.innerText()
    await expect.poll(() => counter.innerText()).not.toBe(first)
    await page.getByRole('list', { name: 'Balances' }).getByRole('button', { name: 'click for balance' }).nth(2).click()
    await expect.poll(() => textOf(page)).toContain('$500.00')
  })

  test('has 20.00 after ten days, and withdraws them', async () => {
    await daysPass(house, 10)
    await page.reload()
    await page
      .getByRole('list', { name: 'Balances' })
      .getByRole('button', { name: 'click for balance' })
      .first()
      .click()
    await page.getByRole('list', { name: 'Balances' }).getByText('$20.00').waitFor()
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Withdraw' }).click()
    const panel = page.getByRole('dialog', { name: 'Request Withdrawal' })
    await panel.getByLabel('Amount in USD').fill('20.50')
    await panel.getByLabel('Wallet address').fill(THEIR_BITCOIN)
    await panel.getByRole('button', { name: 'Withdraw $20.50' }).click()
    await panel.getByText('withdrawal amount must not exceed $20.00').waitFor()
    await panel.getByLabel('Amount in USD').fill('20')
    await panel.getByRole('button', { name: 'Withdraw $20.00' }).click()
    await acknowledge(page)
    await page.getByRole('list', { name: 'Pending withdrawals' }).getByText('$20.00').waitFor()
  })

  test('sees it approved and paid on the open screen', async () => {
    const { id } = await newest('withdrawals')
    await owner.must(`/api/approve-withdrawal/${id}`)
    await page.getByRole('tab', { name: /^Approved/ }).click()
    await page.getByRole('list', { name: 'Approved withdrawals' }).getByText('$20.00').waitFor()
    const { amount, created_at, version } = await newest('withdrawals')
    await owner.must(`/api/update-withdrawal/${id}`, { amount, date: created_at, status: 'completed', version })
    await page.getByRole('tab', { name: /^Completed/ }).click()
    await page.getByRole('list', { name: 'Completed withdrawals' }).getByText('$20.00').waitFor()
  })

  test('gets 528.00 less what was withdrawn at maturity, and reinvests', async () => {
    await daysPass(house, 4)
    await house.clock.move(30 * SECOND)
    await house.runJobs()
    await page.goto('/investment?tab=completed')
    const list = page.getByRole('list', { name: 'Completed investments' })
    await list.getByRole('button', { name: '$500.00' }).click()
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await expect.poll(() => panel.innerText()).toContain('28.00')
    await panel.getByRole('button', { name: 'Reinvest' }).click()
    await acknowledge(page)
    await page.goto('/dashboard')
    await page.getByRole('list', { name: 'Balances' }).getByText('$8.00').waitFor()
    await page.getByRole('list', { name: 'Balances' }).getByText('$500.00').waitFor()
  })

  test('has brought the inviter the bonus', async () => {
    const { id } = await newest('referrals')
    await owner.must(`/api/approve-referral/${id}`)
    const other = await journey.walker('light')
    try {
      await signIn(other.page, inviter.email, PASSWORD)
      await other.page.goto('/referral')
      await expect.poll(() => textOf(other.page)).toContain('/invitation?referral=inviter')
      await other.page.getByRole('tab', { name: /^Completed/ }).click()
      await other.page.getByRole('list', { name: 'Completed referrals' }).getByText('$25.00').waitFor()
      expect(other.complaints).toEqual([])
    } finally {
      await other.context.close()
    }
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    expect(walker.complaints).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
