/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { signIn } from '../support/walk.ts'

describe('what if, for the operator', () => {
  let journey: Journey
  let house: TestApp
  let page: Page

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    const investor = await journey.join('amara')
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '5000', duration: 30 }
    await investor.must('/api/save-investment', choice)
    const [{ id, tranx_id }] = (await investor.get('/api/histories')).body.investments
    await investor.must(`/api/verify-investment/${tranx_id}`, {})
    await journey.owner.must(`/api/approve-investment/${id}`, {})
    page = (await journey.walker('light')).page
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const outcome = (line: string) => page.getByRole('row', { name: new RegExp(`^${line}`) }).getByRole('cell')
  const dialog = (name: string) => page.getByRole('dialog', { name })

  test('shows what becomes of the books with no new money, and it is reached from the funds', async () => {
    await page.goto('/admin-funds')
    await page.getByRole('link', { name: 'What if' }).click()
    await page.getByRole('heading', { name: 'What if', level: 1 }).waitFor()
    // $5,000 is held, and its earnings come on top of it on the last day
    await page.getByRole('status').getByText('is the first day that can’t be paid in full.').waitFor()
    const [assumed, without] = await outcome('First day not paid in full').allTextContents()
    expect(assumed).toBe(without)
    await expectAccessible(page, { whole: true })
  })

  test('counts new investments through as they are typed, and says at its field what cannot be', async () => {
    const firstUnpaid = () => outcome('First day not paid in full').first().textContent()
    // the browser counts as the server does
    const shown = async (amount: string, daily_roi: string) => {
      const [{ id: plan_id }] = (await journey.owner.get('/api/admin/plans')).body.items
      const { id } = await journey.owner.must('/api/save-what-if', {
        ...{ name: daily_roi, new_investments: { plan_id, count: 3, amount, duration: 30, daily_roi } },
        ...{ withdrawn: '100', run: null, returns: null },
      })
      const { unpaid_from } = (await journey.owner.get(`/api/admin/what-ifs/${id}`)).body
      await journey.owner.must(`/api/remove-what-if/${id}`, {})
      return new Date(unpaid_from).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    }
    const [asPlanned, atFive] = [await shown('200', '0.4'), await shown('200', '5')]
    expect(asPlanned).not.toBe(atFive)
    await page.getByLabel('New investments on').selectOption({ label: 'Steady' })
    await page.getByText('running investments keep their rate').waitFor()
    await page.getByLabel('How many a day').fill('3')
    await page.getByLabel('Amount of each, $').fill('200')
    // it is counted behind what is being typed
    await expect.poll(firstUnpaid).toBe(asPlanned)
    await page.getByLabel('Amount of each, $').fill('1')
    await page.getByText(/^The plan takes \$/).waitFor()
    const before = page.getByText('These figures are from before it.')
    await before.waitFor()
    expect(await firstUnpaid()).toBe(asPlanned)
    await page.getByLabel('Amount of each, $').fill('200')
    await before.waitFor({ state: 'detached' })
    await page.getByLabel('Rate per day, %', { exact: true }).fill('5')
    await page.getByText('1825% a year.').waitFor()
    await expect.poll(firstUnpaid).toBe(atFive)
  })

  test('by the keyboard alone: a run, what the reserve earns, and the day that is looked at', async () => {
    await page.getByLabel(/^A run: share/).focus()
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowRight')
    await page.getByLabel('Day of the run').waitFor()
    await page.getByLabel('The reserve earns in 30 days, $').focus()
    await page.keyboard.type('300')
    await page.getByRole('slider', { name: 'Day', exact: true }).focus()
    await page.keyboard.press('End')
    await page.getByText(/With no new money: /).waitFor()
    await page.getByRole('radio', { name: 'Held' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('img', { name: /^The reserve by day/ }).waitFor()
    await page.getByText('As a table').click()
    await page.getByRole('region', { name: 'By day' }).waitFor()
    await expectAccessible(page, { whole: true })
    await page.getByText('As a table').click()
  })

  test('is saved under a name, and compared later with what came', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Run of 40 %')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Run of 40 %' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('run OF 40 %')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Another one has this name.').first().waitFor()
    await page.getByRole('button', { name: 'Okay' }).click()
    await page.getByRole('button', { name: 'Run of 40 %' }).click()
    await dialog('Foreseen and what came').getByText('No day since has ended yet').waitFor()
    await dialog('Foreseen and what came').getByText('3 a day of $200.00 on Steady, 30 days at 5% a day').waitFor()
    await house.clock.move(DAY)
    await house.runJobs()
    await page.reload()
    await dialog('Foreseen and what came').getByText('1 day has come since.').waitFor()
    await dialog('Foreseen and what came')
      .getByText(/Came: \$5,000\.00 held for/)
      .waitFor()
    await expectAccessible(page, { whole: true })
  })

  test('a saved one is assumed again, and removed', async () => {
    await page.getByRole('button', { name: 'Assume this again' }).click()
    await dialog('Foreseen and what came').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Rate per day, %', { exact: true }).inputValue()).toBe('5')
    await page.getByRole('button', { name: 'Run of 40 %' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Nothing is saved yet. Give one a name above.').waitFor()
  })

  test('a plan’s form says before it is saved what the plan would promise, and how long the reserve lasts', async () => {
    // what it was in the last 30 days does not come at first
    await page.route('**/api/admin/plan-figures*', (route) => route.abort())
    await page.goto('/plans')
    await page.getByRole('button', { name: 'Update plan Steady' }).click()
    const form = dialog('Update plan')
    await form.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/admin/plan-figures*')
    await form.getByRole('button', { name: 'Try again' }).click()
    await form.getByText('it would promise up to').waitFor()
    const said = () => form.getByRole('status').textContent()
    expect(await said()).toContain('$5,000.00 in the last 30 days')
    await form.getByText('Nothing is set apart for it: the reserve is $0.00.').waitFor()
    const before = await said()
    await form.getByLabel('Rate per day, %', { exact: true }).fill('2')
    expect(await said()).not.toBe(before)
    expect(await said()).toContain('up to $3,250.00 every 30 days')
    await expectAccessible(page, { whole: true })
    await form.getByLabel('Rate per day, %', { exact: true }).fill('')
    await form.getByText('Enter durations, rate and bonus to see what the plan would promise.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Create Plan/ }).click()
    const create = dialog('Create Plan')
    await create.getByLabel('Durations').fill('10')
    await create.getByLabel('Rate per day, %', { exact: true }).fill('1')
    await create.getByLabel('Referral bonus, %').fill('5')
    await create.getByText('A new plan has no pace yet').waitFor()
    await create.getByText('$150.00').waitFor()
  })

  test('in strict it says up to which amount new investments are taken with what is free', async () => {
    const { needed_for_strict } = (await journey.owner.get('/api/admin/backing')).body
    const { wallets } = (await journey.owner.get('/api/histories')).body
    const into = { wallet_id: wallets[0].id, direction: 'in', account: 'reserve', reason: 'for promises' }
    await journey.owner.must('/api/record-funds', { ...into, amount: needed_for_strict })
    await house.runJobs()
    await journey.owner.must('/api/set-backing', { backing: 'strict', reason: 'only what we have' })
    await page.goto('/plans')
    await page.getByRole('button', { name: 'Update plan Steady' }).click()
    const form = dialog('Update plan')
    await form.getByText('and nothing is free now: nobody can invest until more is set apart.').waitFor()
    await journey.owner.must('/api/record-funds', { ...into, amount: '100' })
    await page.reload()
    await form.getByText('with the $100.00 that is free now, new investments of up to').waitFor()
    expect(await form.getByRole('status').textContent()).toMatch(/ used up in about \d+ days?\.$/)
    await expectAccessible(page, { whole: true })
  })
})
