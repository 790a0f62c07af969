/** @module-tag thorough */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles, mustBoth } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible, findingsOn } from '../support/axe-findings.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { inPage } from '../support/in-page.ts'
import { acknowledge, PASSWORD, signIn, WAITS } from '../support/walk.ts'

/** What axe finds on the page as it is, at both widths. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize() ?? PHONE
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    // Clear of the bar at the bottom, which covers part of whatever happens to lie under it. Where there is room it stands
    // in another place, which comes a moment later.
    const isInView = () =>
      inPage(
        page,
        `const place = document.querySelector('[aria-label="${WAITS}"]')
         place?.scrollIntoView({ block: 'center' })
         return place !== null`,
      )
    await expect.poll(isInView).toBe(true)
    found.push(...(await findingsOn(page)).map((finding) => `${viewport.width}: ${finding}`))
  }
  await page.setViewportSize(before)
  return found
}

/** What the server answers to a call that somebody makes out of their own browser, past every screen. */
function callFrom(page: Page, path: string): Promise<number> {
  return inPage<number>(
    page,
    `const [, xsrf = ''] = /XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? []
     const token = localStorage.getItem('auth-token')
     const bearer = token.startsWith('"') ? JSON.parse(token) : token
     const answer = await fetch(${JSON.stringify(path)}, {
       method: 'POST',
       credentials: 'include',
       headers: { authorization: 'Bearer ' + bearer, 'x-xsrf-token': decodeURIComponent(xsrf) },
     })
     return answer.status`,
  )
}

/** Two administrators, each with a browser: the first at the phone asks, the second at the desk decides. */
describe('two administrators', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let reader: Visitor
  let reviewer: Visitor
  let first: Walker
  let second: Walker
  let reading: Walker

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    const { owner } = journey
    reviewer = house.visitor()
    investor = house.visitor()
    await reviewer.join('reviewer')
    await investor.join('investor')
    await giveRoles(owner, reviewer, ['reviewer'])
    reader = owner
    first = await journey.walker('dark')
    second = await journey.walker('dark')
    reading = await journey.walker('dark')
    await second.page.setViewportSize(DESK)
    await signIn(first.page, OWNER.email, OWNER.password)
    await signIn(second.page, reviewer.email, PASSWORD)
    await signIn(reading.page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  const own = async (list: string) => (await investor.get('/api/histories')).body[list]
  const waiting = async () => (await reader.get('/api/admin/approvals')).body.items
  const banner = (page: Page) => page.getByRole('region', { name: WAITS })

  test('the first corrects an investment by more than the limit, and is told beforehand and afterwards that it waits', async () => {
    const [plan] = await own('plans')
    const [wallet] = await own('wallets')
    await investor.must('/api/save-investment', {
      ...{ plan_id: plan.id, wallet_id: wallet.id, amount: '500', duration: 14 },
    })
    const [{ id }] = await own('investments')
    await reader.must(`/api/approve-investment/${id}`)

    await second.page.goto(`/admin-investments?tab=active&panel=investment&of=${id}`)
    await second.page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const { page } = first
    await page.goto(`/admin-investments?tab=active&panel=investment&of=${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page
      .getByText(
        'If it moves more than $1,000.00, or leaves the amount that far from what the investor typed, another administrator has to agree first.',
      )
      .waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('2500')
    await page.getByLabel('Reason').fill('The bank confirms 2,500')
    // the answer takes long enough for everything on the page to be read again meanwhile, as a new page is after a while
    await page.route('**/api/update-investment/*', async (route) => {
      const response = await route.fetch()
      await pause(5 * SECOND)
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    let previews = 0
    page.on('request', (request) => (previews += Number(request.url().includes('/api/admin/preview-'))))
    expect(await acknowledge(page, WAITS)).toContain('The correction waits for a second approver.')
    await banner(page).getByText('$500.00 → $2,500.00').waitFor()
    await banner(page).getByRole('button', { name: 'Withdraw my request' }).waitFor()
    expect(await banner(page).getByRole('button', { name: 'Agree' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    expect(previews).toBe(0)
    expect(await findings(page)).toEqual([])
  })

  test('the first cannot agree alone, not even by calling the server', async () => {
    const [{ id }] = await waiting()
    expect(await callFrom(first.page, `/api/agree-approval/${id}`)).toBe(403)
    expect(await callFrom(reading.page, `/api/agree-approval/${id}`)).toBe(403)
    expect((await own('investments'))[0]).toMatchObject({ amount: '500.00', version: 1 })
  })

  test('the second sees it at once on the open record and agrees; the investor reads it with its reason', async () => {
    const { page } = second
    await banner(page).getByText('first-owner has asked for a correction of this investment').waitFor()
    await banner(page).getByText('Why: The bank confirms 2,500').waitFor()
    expect(await findings(page)).toEqual([])
    const [{ id }] = await own('investments')
    await reading.page.goto(`/investment?tab=active&panel=details&of=${id}`)
    await reading.page.getByRole('dialog').getByText('$500.00').first().waitFor()
    expect(await reading.page.getByText('The bank confirms 2,500').count()).toBe(0)

    await banner(page).getByRole('button', { name: 'Agree' }).click()
    await acknowledge(page)
    await banner(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await banner(first.page).waitFor({ state: 'detached' })
    await reading.page.getByRole('dialog').getByText('The bank confirms 2,500').first().waitFor()
    expect((await own('investments'))[0]).toMatchObject({ amount: '2500.00', status: 'approved' })
  })

  test('the second asks for a top-up; the first refuses it with a reason, at the phone', async () => {
    const { page } = second
    await page.goto(`/view-account/${investor.id}`)
    await page.getByRole('button', { name: 'Top up' }).click()
    const panel = page.getByRole('dialog', { name: /top up/i })
    await panel.getByLabel('Amount').fill('1000.01')
    await panel.getByText('Goodwill').click()
    await panel.getByLabel('Reason').fill('For the long wait')
    await panel.getByRole('button', { name: 'Top up' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The top-up waits for a second approver.')
    await banner(page).getByText('Why: Goodwill: For the long wait').waitFor()

    await first.page.goto(`/view-account/${investor.id}`)
    await banner(first.page).getByText('$0.00 → $1,000.01').waitFor()
    await banner(first.page).getByRole('button', { name: 'Refuse' }).click()
    await banner(first.page).getByLabel('Why it is refused').fill('Half of it would do')
    expect(await findings(first.page)).toEqual([])
    await banner(first.page).getByRole('button', { name: 'Refuse' }).click()
    await acknowledge(first.page)
    await banner(page).waitFor({ state: 'detached' })
    expect((await investor.get('/api/balance')).body.account_balance).toBe('0.00')
  })

  test('the first made the plan, so a large investment waits for the second, who reads why', async () => {
    const [plan] = await own('plans')
    const [wallet] = await own('wallets')
    await investor.must('/api/save-investment', {
      ...{ plan_id: plan.id, wallet_id: wallet.id, amount: '1500', duration: 14 },
    })
    const [{ id }] = await own('investments')
    const { page } = first
    await page.goto(`/admin-investments?panel=approve-investment&of=${id}`)
    await page
      .getByText(
        /Above the limit, whoever approved the investor’s identity, made the plan .* The limit is \$1,000\.00\./,
      )
      .waitFor()
    await page.getByRole('button', { name: 'Approve $1,500.00' }).click()
    expect(await acknowledge(page, WAITS)).toContain(
      'The approval waits for a second approver. Nothing has changed yet.',
    )
    await second.page.goto('/dashboard')
    await second.page.getByRole('link', { name: /Approval of an investment of investor/ }).click()
    await banner(second.page).getByText('first-owner has asked for the approval of this investment').waitFor()
    await banner(second.page)
      .getByText(
        'first-owner set the plan’s terms or agreed to them, so above the limit another administrator has to agree.',
      )
      .waitFor()
    expect(await findings(second.page)).toEqual([])
    await banner(second.page).getByRole('button', { name: 'Agree' }).click()
    await acknowledge(second.page)
    await banner(second.page).waitFor({ state: 'detached' })
    expect((await own('investments'))[0]).toMatchObject({ amount: '1500.00', status: 'approved' })
  })

  test('whoever approves a large withdrawal is told that marking it as paid takes another, and of a small one nothing', async () => {
    const { page } = first
    const topUp = { amount: '1600', account: 'earnings', reason: 'To withdraw from' }
    await mustBoth(reader, reviewer, `/api/topup-user/${investor.id}`, topUp)
    const ask = { source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    for (const amount of ['50', '1500']) await investor.must('/api/withdraw', { ...ask, amount })
    const [large, small] = await own('withdrawals')
    const told = page.getByText(
      'Above the limit, approving a withdrawal and marking it as paid takes two administrators. The limit is $1,000.00.',
    )
    await page.goto(`/admin-withdrawals?panel=approve-withdrawal&of=${small.id}`)
    await page.getByRole('button', { name: 'Approve $50.00' }).waitFor()
    expect(await told.count()).toBe(0)
    await page.goto(`/admin-withdrawals?panel=approve-withdrawal&of=${large.id}`)
    await told.waitFor()
    await page.getByRole('button', { name: 'Approve $1,500.00' }).click()
    await acknowledge(page)
    await page.goto(`/admin-withdrawals?tab=active&panel=pay-withdrawal&of=${large.id}`)
    await told.waitFor()
    expect(await page.getByText(/If it moves more than/).count()).toBe(0)
    await page.getByRole('button', { name: 'Mark $1,500.00 as paid' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The payout waits for a second approver.')
    const [{ id }] = await waiting()
    await reader.must(`/api/withdraw-approval/${id}`)
  })

  test('another address of a wallet waits for the second, who withdraws nothing and agrees', async () => {
    await second.page.goto('/wallets')
    await first.page.goto('/wallets')
    await first.page.getByRole('button', { name: 'Update wallet Bitcoin' }).click()
    const panel = first.page.getByRole('dialog', { name: 'Update wallet' })
    await panel.getByLabel('Wallet address').fill(THEIR_BITCOIN)
    await panel.getByRole('button', { name: 'Update wallet' }).click()
    expect(await acknowledge(first.page, WAITS)).toContain('The change waits for a second approver.')
    await banner(second.page).getByText('New address').waitFor()
    expect((await banner(second.page).innerText()).replaceAll(/\s/g, '')).toContain(THEIR_BITCOIN)
    expect(await findings(second.page)).toEqual([])
    expect((await own('wallets'))[0].wallet_address).toBe(OUR_BITCOIN)
    await banner(second.page).getByRole('button', { name: 'Agree' }).click()
    await acknowledge(second.page)
    await banner(second.page).waitFor({ state: 'detached' })
    expect((await own('wallets'))[0].wallet_address).toBe(THEIR_BITCOIN)

    const [line] = (await reader.get('/api/admin/audit?action=wallet%20changed')).body.items
    await second.page.goto(`/admin-audit?panel=line&of=${line.id}`)
    const entry = second.page.locator('dl').filter({ hasText: 'Agreed to by' })
    await entry.waitFor()
    const who = `Asked for by ${OWNER.name} Agreed to by reviewer`
    expect((await entry.innerText()).replaceAll(/\s+/g, ' ')).toContain(who)
    await expectAccessible(second.page)
  })

  test('what waits is on its record and in the list also where more wait than a page of it', async () => {
    const [wallet] = await own('wallets')
    const renamed = { name: 'Bitcoin (main)', address: wallet.wallet_address, network: wallet.network }
    expect((await reader.post(`/api/update-wallet/${wallet.id}`, renamed)).status).toBe(202)
    const [asked] = await waiting()
    const later = Array.from({ length: 60 }, (_, n) => ({
      ...{ id: newId(), kind: 'top up user', subject_kind: 'balance', subject_id: newId(), input: '{}', changes: '[]' },
      ...{ asked_by: asked.asked_by.id, asked_at: new Date(Date.parse(asked.asked_at) + (n + 1) * SECOND) },
    }))
    await house.app.db.insertInto('approval').values(later).execute()
    const { page } = second
    await page.goto('/wallets')
    await banner(page).getByText('Bitcoin → Bitcoin (main)').waitFor()
    await page.goto('/dashboard')
    const older = page.getByRole('button', { name: 'Show older requests' })
    await older.waitFor()
    const listed = page.getByRole('link', { name: /Change of a payment wallet/ })
    expect(await listed.count()).toBe(0)
    await older.click()
    await listed.waitFor()
    expect(await older.count()).toBe(0)
    expect(await page.getByRole('link', { name: /^Top-up/ }).count()).toBe(60)
    await expectAccessible(page, { whole: true })
    const ids = later.map(({ id }) => id)
    const over = { state: 'withdrawn' as const, decided_by: asked.asked_by.id, decided_at: new Date(asked.asked_at) }
    await house.app.db.updateTable('approval').set(over).where('id', 'in', ids).execute()
    await reader.must(`/api/withdraw-approval/${asked.id}`)
  })

  test('an open record follows when there are no more than a page of requests again', async () => {
    const [{ id, version, created_at: date }] = await own('investments')
    const edit = { amount: '4500', date, status: 'approved', version, reason: 'It was more' }
    expect((await reader.post(`/api/update-investment/${id}`, edit)).status).toBe(202)
    const [asked] = await waiting()
    const others = Array.from({ length: 50 }, (_, n) => ({
      ...{ id: newId(), kind: 'top up user', subject_kind: 'balance', subject_id: newId(), input: '{}', changes: '[]' },
      ...{ asked_by: asked.asked_by.id, asked_at: new Date(Date.parse(asked.asked_at) + (n + 1) * SECOND) },
    }))
    await house.app.db.insertInto('approval').values(others).execute()
    const { page } = second
    await page.goto(`/admin-investments?tab=active&panel=investment&of=${id}`)
    await banner(page).getByText('It was more').waitFor()
    // One is over by itself, the one on the open record is taken back: all that wait are on one page again.
    const over = { state: 'withdrawn' as const, decided_by: asked.asked_by.id, decided_at: new Date(asked.asked_at) }
    const [first_, ...rest] = others.map((one) => one.id)
    await house.app.db
      .updateTable('approval')
      .set(over)
      .where('id', '=', first_ ?? '')
      .execute()
    await reader.must(`/api/withdraw-approval/${asked.id}`)
    await banner(page).waitFor({ state: 'detached' })
    expect((await reader.post(`/api/update-investment/${id}`, { ...edit, reason: 'It was more indeed' })).status).toBe(
      202,
    )
    await banner(page).getByText('It was more indeed').waitFor()
    await house.app.db.updateTable('approval').set(over).where('id', 'in', rest).execute()
    const [again] = await waiting()
    await reader.must(`/api/withdraw-approval/${again.id}`)
  })

  test('the list and the home tell what is to be decided from what is unpaid and what waits for a second one', async () => {
    const open = '/api/admin/investments?status=pending,waiting%20approval'
    for (const { id } of (await reader.get(open)).body.items) {
      await reader.must(`/api/decline-investment/${id}`, { reason: 'Tidied up' })
    }
    const another = await journey.join('another')
    const [plan, wallet] = [(await own('plans'))[0], (await own('wallets'))[0]]
    const save = async (amount: string) => {
      await another.must('/api/save-investment', { plan_id: plan.id, wallet_id: wallet.id, amount, duration: 14 })
      return (await another.get('/api/histories')).body.investments[0]
    }
    await save('300')
    await another.must(`/api/verify-investment/${(await save('301')).tranx_id}`)
    const { id, created_at: date } = await save('302')
    const edit = { amount: '2400', date, status: 'approved', reason: 'More came in' }
    expect((await reader.post(`/api/update-investment/${id}`, edit)).status).toBe(202)

    const { page } = second
    await page.goto('/admin-investments')
    await page
      .getByText('1 waits for a decision, 1 unpaid, 1 for a second administrator, $903.00 in all', { exact: true })
      .waitFor()
    await page.getByRole('tab', { name: /^Pending ?3$/ }).waitFor()
    await page.goto('/dashboard')
    await page
      .getByRole('link', { name: /^1 ?Investments ?for a decision, 1 unpaid, 1 for a second administrator/ })
      .waitFor()
    await reader.must(`/api/withdraw-approval/${(await waiting())[0].id}`)
  })

  test('the browsers complained of nothing but what was refused, and the books balance', async () => {
    for (const { complaints } of [first, second, reading]) {
      expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([])
    }
    expect(await house.problems()).toEqual([])
  })
})
