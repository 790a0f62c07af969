/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import type { TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { PASSWORD, PLAN, signIn, textOf } from '../support/walk.ts'
import type { Visitor } from '../support/visitor.ts'

const OFFER = { ...PLAN, daily_roi: '0.02', ref_bonus: '1', durations_copy: '7, 90' }
/** What the browser says of answers that this journey asks for on purpose. */
const meant = /status of 422/

/** Investing where only what is set apart is promised, on a phone. */
describe('what is set apart, to whoever invests', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let plan: { id: string; version: number }
  let walletId: string
  const people: Partial<Record<'alone' | 'invited', Visitor>> = {}
  const walkers: Partial<Record<'alone' | 'invited', Walker>> = {}

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    const { plans, wallets } = (await owner.get('/api/histories')).body
    walletId = wallets[0].id
    await owner.must(`/api/update-plan/${plans[0].id}`, OFFER)
    await fund('12')
    await owner.must('/api/set-backing', { backing: 'strict', reason: 'we only promise what we have' })
    for (const [name, referral] of [['alone'], ['invited', 'alone']] as const) {
      const person = (people[name] = await journey.join(name, referral === undefined ? {} : { referral }))
      const { page } = (walkers[name] = await journey.walker('light'))
      await signIn(page, person.email, PASSWORD)
    }
    await house.clock.move(MINUTE)
    ;[plan] = (await owner.get('/api/histories')).body.plans
  })
  afterAll(async () => {
    for (const { complaints } of Object.values(walkers))
      expect(complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
    expect(await house.problems()).toEqual([])
    await journey.close()
  })

  const fund = (amount: string, direction: 'in' | 'out' = 'in') =>
    owner.must('/api/record-funds', {
      ...{ wallet_id: walletId, account: 'reserve', amount, direction, reason: 'for promises' },
    })
  const pageOf = (who: 'alone' | 'invited'): Page => {
    const walker = walkers[who]
    if (walker === undefined) throw new Error(`${who} has no browser`)
    return walker.page
  }
  const formOf = async (page: Page) => {
    await page.goto(`/invest?panel=invest&of=${plan.id}`)
    const form = page.getByRole('dialog', { name: 'Invest in Steady' })
    await form.getByLabel('Amount', { exact: true }).waitFor()
    await form.getByText('90 days', { exact: true }).click()
    return form
  }

  test.each([
    ['alone', '$666.66', '666.66', '666.67'],
    ['invited', '$428.57', '428.57', '428.58'],
  ] as const)('%s reads one limit on the card, under the amount and at the button', async (who, most, fits, beyond) => {
    const page = pageOf(who)
    await page.goto('/invest')
    await page.getByRole('heading', { name: 'Steady' }).waitFor()
    await expect
      .poll(async () => (await textOf(page)).replaceAll('\u00a0', ' '))
      .toContain(`Can still be invested for 90 days ${most}`)
    const form = await formOf(page)
    await form.getByText(`Right now, earnings are set apart for up to ${most} for 90 days.`).waitFor()
    const amount = form.getByLabel('Amount', { exact: true })
    await amount.fill(fits)
    await form.getByText('All that this earns is set apart before it is promised.').waitFor()
    await amount.fill(beyond)
    await form.getByText('The money for what this would earn is not set apart right now.').waitFor()
    // as the server does, which then says it at the field alone
    await form.getByRole('button', { name: /^Invest \$/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect.poll(() => form.getByText('is not set apart right now').count()).toBe(1)
  })

  test('once it is saved the form stands still, though what it would earn is held by then', async () => {
    const page = pageOf('alone')
    const form = await formOf(page)
    await form.getByLabel('Amount', { exact: true }).fill('600')
    await form.getByText('All that this earns is set apart before it is promised.').waitFor()
    // what is shown is counted anew once a minute; here it is when the page reads again, as it may be by chance
    const counted = Promise.withResolvers<void>()
    await page.route('**/api/histories', async (route) => {
      const answer = await route.fetch()
      const said = await answer.json()
      const isHeld = said.investments.length > 0
      await route.fulfill({
        response: answer,
        json: isHeld ? { ...said, reserve: { ...said.reserve, free: '1.20' } } : said,
      })
      if (isHeld) counted.resolve()
    })
    await form.getByRole('button', { name: 'Invest $600.00' }).click()
    await counted.promise
    await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))')
    const said = await page.evaluate('document.querySelector("form").innerText')
    expect(said).toContain('earnings are set apart for up to $666.66')
    expect(said).toContain('All that this earns is set apart before it is promised.')
    await page.waitForURL('**/payment?**')
    await page.unroute('**/api/histories')
    const [{ id }] = (await people.alone?.get('/api/histories'))?.body.investments ?? []
    await people.alone?.must(`/api/cancel-investment/${id}`)
  })

  test('with too little for the longest duration a shorter one is advised, and can be chosen', async () => {
    await fund('11', 'out')
    await house.clock.move(MINUTE)
    const form = await formOf(pageOf('alone'))
    await form.getByText('Not enough is set apart for 90 days at the moment. Choose a shorter duration.').waitFor()
    expect(await form.getByRole('button', { name: /^Invest/ }).isDisabled()).toBe(true)
    await form.getByText('7 days', { exact: true }).click()
    await form.getByText('Right now, earnings are set apart for up to $714.28 for 7 days.').waitFor()
    expect(await form.getByRole('button', { name: /^Invest/ }).isDisabled()).toBe(false)
  })

  test('with nothing left card and form say in one sentence that the plan takes no new money, and offer no button', async () => {
    await fund('1', 'out')
    await house.clock.move(MINUTE)
    const page = pageOf('invited')
    const why = 'This plan takes no new money at the moment: not enough is set apart for what it would earn.'
    await page.goto('/invest')
    await page.getByText(why).waitFor()
    expect(await page.getByRole('button', { name: 'Invest now' }).count()).toBe(0)
    expect(await textOf(page)).not.toContain('Can still be invested')
    await expectAccessible(page)
    const form = await formOf(page)
    await form.getByText(why).waitFor()
    const button = form.getByRole('button', { name: /^Invest/ })
    expect(await button.isDisabled()).toBe(true)
    const described = await button.getAttribute('aria-describedby')
    expect(await page.evaluate(`document.getElementById(${JSON.stringify(described)})?.textContent`)).toBe(why)
    // said once, and nothing else of the same
    expect(await form.innerText()).not.toMatch(/shorter|Right now|is set apart before/)
    await expectAccessible(page)
    const stranger = await journey.walker('dark')
    await stranger.page.goto('/invitation?referral=alone')
    await stranger.page.getByRole('list', { name: 'The plans' }).getByText(why).waitFor()
    await owner.must('/api/update-setting/public_books', { value: 'off', reason: 'Not yet' })
    await stranger.page.reload()
    await stranger.page.getByText('Earnings are set apart in full before they are promised.').waitFor()
    await expect.poll(() => stranger.page.getByText(why).count()).toBe(0)
    await expectAccessible(stranger.page)
    expect(stranger.complaints).toEqual([])
  })
})
