/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { acknowledge, forgetSession, PASSWORD, signIn } from '../support/walk.ts'

describe("the operator's own money", () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let walker: Walker
  let page: Page
  let declinedId: string

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    investor = await journey.join('amara')
    const { plans, wallets } = (await investor.get('/api/histories')).body
    for (const amount of ['500', '300']) {
      const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 30 }
      await investor.must('/api/save-investment', choice)
    }
    declinedId = (await own('investments')).find(({ amount }: { amount: string }) => amount === '500.00').id
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const own = async (list: string) => (await investor.get('/api/histories')).body[list]
  const dialog = (name: string) => page.getByRole('dialog', { name })
  /** The last to come. What it says is kept for a minute, on the server and in the browser: it may still be nothing. */
  const months = () =>
    page
      .getByRole('region', { name: 'Promised, paid and returned' })
      .or(page.getByText('Nothing has been promised, paid or recorded yet.'))
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  test('funds of one’s own are recorded as they come in, and lead to their postings', async () => {
    await page.goto('/admin-funds')
    await page.getByText('Nothing is held in suspense.').waitFor()
    await page.getByRole('button', { name: 'Record funds in Bitcoin' }).click()
    const form = dialog('Record funds')
    await form.getByLabel('Amount').fill('1000')
    await form.getByText('After this, Bitcoin holds $1,000.00.').waitFor()
    await form.getByLabel('Reason').fill('to begin with')
    await expectAccessible(page, { whole: true })
    await form.getByRole('button', { name: 'Record funds' }).click()
    await acknowledge(page)
    await page.getByText('Capital into Bitcoin').waitFor()
    // nobody has been promised anything
    await page.getByText('Nothing has been promised, paid or recorded yet.').waitFor()
    await page.getByRole('button', { name: /What Bitcoin holds: see the postings/ }).click()
    const postings = dialog('Postings')
    await postings.getByText('Funds in', { exact: true }).waitFor()
    await postings.getByText(`by ${OWNER.name}`).waitFor()
    await expectAccessible(page, { whole: true })
    await page.keyboard.press('Escape')
    await postings.waitFor({ state: 'detached' })
  })

  test('what came in for a declined investment is held, and a part of it is refunded', async () => {
    await page.goto(`/admin-investments?panel=decline-investment&of=${declinedId}`)
    await page.getByLabel('Reason').fill('less than the whole amount')
    await page.getByLabel('Received anyway').fill('420')
    await press('Decline $500.00')
    await acknowledge(page)

    await page.goto('/admin-funds')
    await page.getByText('less than the whole amount').waitFor()
    await page.getByRole('button', { name: 'Refund $420.00 of amara' }).click()
    const form = dialog('Refund held money')
    await form.getByLabel('Amount (optional)').fill('500')
    await form.getByLabel('Reason').fill('a part of it was sent back')
    await press('Record the refund')
    await form.getByText('Enter at most $420.00').waitFor()
    await press('Okay')
    await form.getByLabel('Amount (optional)').fill('100')
    await form.getByLabel('Paid to address (optional)').fill(THEIR_BITCOIN)
    await expectAccessible(page, { whole: true })
    await press('Record the refund')
    expect(await acknowledge(page)).toContain('$320.00 is still held')
    await page.getByText('of $420.00 that came in').waitFor()
    const told = (await own('investments')).find(({ id }: { id: string }) => id === declinedId)
    expect(told.history.at(-1)).toMatchObject({
      reason: 'a part of it was sent back',
      after: { held: '320.00', refund: { amount: '100.00', address: THEIR_BITCOIN } },
    })
  })

  test('taking out what is owed says so before, and waits for a tick', async () => {
    await page.goto('/admin-funds')
    await page.getByRole('button', { name: 'Record funds in Bitcoin' }).click()
    const form = dialog('Record funds')
    await form.getByLabel('Amount').fill('1000')
    await form.getByText('Going out', { exact: true }).click()
    await form.getByText('After this, Bitcoin holds $320.00.').waitFor()
    expect(await form.getByRole('alert').count()).toBe(0)
    await form.getByLabel('Amount').fill('1200')
    const warning = form.getByRole('alert')
    await warning.getByText('$200.00 of this is owed to investors or set apart for them.').waitFor()
    await warning.getByText(/Only \$1,000\.00 is your own and free\. Everybody who reads \/books/).waitFor()
    await warning.getByText('There is no other administrator to agree, so it takes effect at once.').waitFor()
    await form.getByLabel('Reason').fill('to another wallet')
    await form.getByRole('button', { name: 'Record funds' }).click()
    await form.getByText('Read this first, then tick it.').waitFor()
    await expectAccessible(page, { whole: true })
    await form.getByText('I take out money that is owed to investors or set apart for them').click()
    await form.getByRole('button', { name: 'Record funds' }).click()
    await acknowledge(page)
    await page.getByText('Capital out of Bitcoin').waitFor()
    const { wallets } = (await investor.get('/api/histories')).body
    const back = { wallet_id: wallets[0].id, account: 'capital', direction: 'in', amount: '1200', reason: 'came back' }
    await journey.owner.must('/api/record-funds', back)
  })

  test('the rest stands for a new investment', async () => {
    await page.getByRole('button', { name: 'Use $320.00 of amara' }).click()
    await dialog('Use held money').getByText('starts earning for amara').waitFor()
    await expectAccessible(page, { whole: true })
    await page.keyboard.press('Escape')
    await dialog('Use held money').waitFor({ state: 'detached' })

    const [{ id }] = (await own('investments')).filter(({ status }: { status: string }) => status === 'pending')
    await page.goto(`/admin-investments?panel=approve-investment&of=${id}`)
    await page.getByText('Use money held in suspense').waitFor()
    await expectAccessible(page, { whole: true })
    await page.getByText('Use money held in suspense').click()
    await page.getByText('It is paid with the $320.00 held in suspense.').waitFor()
    await press('Approve $300.00')
    await acknowledge(page)
    await page.goto('/admin-funds')
    await page.getByRole('button', { name: 'Refund $20.00 of amara' }).waitFor()
    await months().waitFor()
    await expectAccessible(page, { whole: true })
  })

  test('a payout that the wallet cannot pay is stopped, with what is missing, until funds come in', async () => {
    await daysPass(house, 10)
    await investor.signIn(investor.email, PASSWORD)
    await investor.must('/api/withdraw', {
      ...{ amount: '8', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
    })
    const [{ id }] = await own('withdrawals')
    const owner = await house.owner()
    await owner.must(`/api/approve-withdrawal/${id}`)
    const [{ wallet, custody }] = (await owner.get('/api/admin/funds')).body.wallets
    const out = { wallet_id: wallet.id, amount: String(Number(custody) - 3), direction: 'out', account: 'capital' }
    await owner.must('/api/record-funds', { ...out, reason: 'moved to another bank' })

    // ten days later the session is over
    await forgetSession(page)
    await signIn(page, OWNER.email, OWNER.password)
    await page.goto(`/admin-withdrawals?tab=active&panel=withdrawal&of=${id}`)
    await page.getByText('$5.00 is missing to pay this withdrawal.').waitFor()
    await expectAccessible(page, { whole: true })
    await press('Mark as paid')
    await press('Mark $8.00 as paid')
    await page.getByText('below zero by $5.00').waitFor()
    await press('Okay')

    await page.goto('/admin-funds')
    await page.getByText('$5.00 is missing').waitFor()
    await months().waitFor()
    await expectAccessible(page, { whole: true })
    await page.getByRole('button', { name: 'Record funds in Bitcoin' }).click()
    const form = dialog('Record funds')
    await form.getByLabel('Amount').fill('2')
    await form.getByText('$3.00 is then missing to pay the approved withdrawals.').waitFor()
    await form.getByLabel('Amount').fill('5')
    await form.getByText('Returns', { exact: true }).click()
    await form.getByLabel('Reason').fill('what our investing earned')
    await form.getByRole('button', { name: 'Record funds' }).click()
    await acknowledge(page)
    await page.getByText('$5.00 is missing').waitFor({ state: 'detached' })

    await page.goto(`/admin-withdrawals?tab=active&panel=withdrawal&of=${id}`)
    await press('Mark as paid')
    await press('Mark $8.00 as paid')
    await acknowledge(page)
    expect((await own('withdrawals'))[0].status).toBe('completed')
  })

  test('plans and payment wallets say what they are and how many investments run', async () => {
    await page.goto('/wallets')
    await page.getByText('1 running investment was paid to this wallet.').waitFor()
    await expectAccessible(page, { whole: true })
    await page.goto('/plans')
    await page.getByText('Running investments').waitFor()
    const money = page.getByRole('region', { name: 'Money of Steady' }).first()
    await money.getByRole('img', { name: /^Running at the end of each day/ }).waitFor()
    await money.getByText('As a table').click()
    await expect.poll(() => money.getByRole('row').count()).toBe(31)
    await expectAccessible(page, { whole: true })
    await press('Update plan Steady')
    await dialog('Update plan').getByLabel('Minimum amount').fill('1,00')
    await dialog('Update plan').getByLabel('Rate per day, %', { exact: true }).fill('0,5')
    await press('Update plan')
    await dialog('Update plan').getByText('with a point before the cents, such as 1000').waitFor()
    await dialog('Update plan').getByText('Enter the percentage with a point, such as 0.4.').waitFor()
  })

  test('the parts of plans side by side begin at one height, however much is said of each', async () => {
    await journey.owner.must('/api/create-plan', {
      ...{ name: 'Quick', daily_roi: '0.5', min_amount: '10', max_amount: '100', ref_bonus: '1', durations_copy: '7' },
      description: 'A plan of which much more is said than of the others. '.repeat(6).trim(),
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/plans')
    const parts = (role: 'term' | 'button', name: RegExp) =>
      page
        .getByRole(role)
        .filter({ hasText: name })
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
    await page.getByRole('button', { name: 'Update plan Quick' }).waitFor()
    // what a plan has brought is read once a minute, so the new one may have no figures yet
    await page
      .getByText(/^Paid in/)
      .first()
      .waitFor()
    for (const tops of [
      await parts('term', /^Minimum amount/),
      await parts('term', /^Running investments/),
      await parts('button', /^Update plan/),
    ]) {
      expect(tops).toHaveLength(2)
      expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(1)
    }
  })

  test('the reserve is filled, and promises are made strict once it covers what waits', async () => {
    await page.goto('/admin-funds?panel=set-backing')
    const backing = dialog('Backing of promises')
    await backing.getByText('Strict', { exact: true }).click()
    await backing.getByText(/is missing in the reserve/).waitFor()
    await backing.getByLabel('Reason').fill('we promise what we have')
    await backing.getByRole('button', { name: 'Choose' }).click()
    await page
      .getByText(/is missing: all that runs and waits/)
      .first()
      .waitFor()
    await expectAccessible(page, { whole: true })
    await page.goto('/admin-funds')
    for (const term of ['Promised, not set apart', 'Needed for strict'])
      await page.getByRole('term').filter({ hasText: term }).waitFor()
    await page.getByRole('button', { name: 'Record funds in Bitcoin' }).click()
    const form = dialog('Record funds')
    await form.getByLabel('Amount').fill('400')
    await form.getByText('Reserve', { exact: true }).click()
    await form.getByLabel('Reason').fill('for promises')
    await form.getByRole('button', { name: 'Record funds' }).click()
    await acknowledge(page)
    await page.getByText('Reserve into Bitcoin').waitFor()
    await page.getByRole('button', { name: 'Move money' }).click()
    const move = dialog('Reserve')
    await move.getByText('Free again', { exact: true }).click()
    await move.getByLabel('Amount').fill('100')
    await move.getByText('After this, $300.00 is free for promises.').waitFor()
    await move.getByLabel('Reason').fill('too much')
    await expectAccessible(page, { whole: true })
    await move.getByRole('button', { name: 'Free again' }).click()
    await acknowledge(page)
    // what runs is covered by itself
    await house.runJobs()
    await page.getByRole('button', { name: 'Choose the backing' }).click()
    await backing.getByText('Strict', { exact: true }).click()
    await backing.getByLabel('Reason').fill('we promise what we have')
    await backing.getByRole('button', { name: 'Choose' }).click()
    await acknowledge(page)
    await page.getByText('Only what is set apart is promised.').waitFor()
    expect((await investor.get('/api/histories')).body.reserve).toMatchObject({ backing: 'strict' })
  })

  test('what waits for approval is held of the reserve, and the parts add up', async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const [{ id: plan_id, min_amount: amount, durations }] = plans
    // nothing new is promised where less is held than is owed
    const { own: missing } = (await journey.owner.get('/api/admin/backing')).body
    const capital = { wallet_id: wallets[0].id, account: 'capital', direction: 'in', reason: 'to promise again' }
    await page.goto('/admin-funds')
    await page.getByText('so nothing new is promised now.').waitFor()
    await journey.owner.must('/api/record-funds', { ...capital, amount: missing.slice(1) })
    const choice = { plan_id, wallet_id: wallets[0].id, amount, duration: durations[0] }
    await investor.must('/api/save-investment', choice)
    // investors are told it once a minute
    await house.clock.move(60_000)
    const { reserve } = (await investor.get('/api/histories')).body
    await page.goto('/admin-funds')
    const figure = async (term: string) => {
      const row = page.locator('dl > div').filter({ has: page.getByRole('term').filter({ hasText: term }) })
      return Number((await row.getByRole('definition').textContent())?.replace('$', ''))
    }
    const free = await figure('Of it, free for promises')
    expect(free).toBe(Number(reserve.free))
    const held = await figure('Of it, held for investments not approved yet')
    expect(held).toBeGreaterThan(0)
    expect(free + held).toBeCloseTo(await figure('Set apart, not promised yet'), 2)
    await page.getByRole('button', { name: 'Move money' }).click()
    const move = dialog('Reserve')
    await move.getByText('Free again', { exact: true }).click()
    await move.getByText(`$${free.toFixed(2)} can be freed again.`).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a proof of what is owed is asked for with a reason, and stands among the others once it is made', async () => {
    await page.getByRole('button', { name: 'Make a proof' }).click()
    const form = dialog('Make a proof')
    await form.getByRole('button', { name: 'Make a proof' }).click()
    await expectAccessible(page, { whole: true })
    await form.getByLabel('Reason').fill('the auditor is here')
    await form.getByRole('button', { name: 'Make a proof' }).click()
    await acknowledge(page)
    await house.runJobs()
    // without reading the page again
    await page.getByText('the auditor is here').waitFor()
    await expectAccessible(page, { whole: true })
    // not twice in an hour
    await page.getByRole('button', { name: 'Make a proof' }).click()
    await form.getByLabel('Reason').fill('and again')
    await form.getByRole('button', { name: 'Make a proof' }).click()
    await page.getByText(/^A proof was asked for less than an hour ago\./).waitFor()
  })

  test('the browser had nothing to complain of but what was refused, and the books balance', async () => {
    expect(walker.complaints.filter((said) => !/status of (401|409|422)/.test(said))).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
