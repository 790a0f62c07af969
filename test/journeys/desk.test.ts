/** @module-tag thorough */
import { readFile } from 'node:fs/promises'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from '../support/app.ts'
import { addPendingInvestments } from '../support/pending-investments.ts'
import { anInvestor } from '../support/people.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { dollars } from '#money/show.ts'
import { DESK, openBrowser, openWalker, PHONE, type Walker } from '../support/browser.ts'
import { drawn, holdBack } from '../support/hold-back.ts'
import { makeOffer, PASSWORD, signIn, textOf, toastOn } from '../support/walk.ts'

/** Pending investments besides those that a test makes by itself. */
const MANY = 400

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** What a house is like whose operator has work to do. */
type House = { house: TestApp; owner: Visitor; investor: Visitor }

async function openHouse(): Promise<House> {
  const house = await startTestApp({ env: { KYC: 'off' } })
  const owner = await house.owner()
  await makeOffer(owner)
  const investor = house.visitor()
  await investor.join('investor')
  const crowd = [await anInvestor(house.app.db), await anInvestor(house.app.db), await anInvestor(house.app.db)]
  await addPendingInvestments(house, { of: crowd.map(({ userId }) => userId), count: MANY })
  return { house, owner, investor }
}

async function invest(who: Visitor, amount: string): Promise<{ id: string; tranx_id: string }> {
  const { plans, wallets } = (await who.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 }
  await who.must('/api/save-investment', choice)
  return (await who.get('/api/histories')).body.investments[0]
}

const table = (page: Page) => page.getByRole('table')
/** The rows that are in the document. */
const rowsOf = (page: Page) => table(page).locator('tbody').getByRole('row')
const beside = (page: Page) => page.getByRole('complementary').last()
const isOpen = async (page: Page, words: string | RegExp) => {
  await beside(page).getByText(words).first().waitFor()
}

async function expectNoFindings(page: Page, state: string): Promise<void> {
  await expectAccessible(page, { message: state })
}

describe('a desk that works all day', () => {
  let all: House
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    all = await openHouse()
    walker = await openWalker(browser, all.house.url, 'light')
    page = walker.page
    await page.setViewportSize(DESK)
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    await walker.context.close()
    await all.house.close()
  })

  test('says in the spine, the menu and the tab how much waits, as it comes and goes', async () => {
    const spine = page.getByRole('navigation', { name: 'Main' })
    await spine.getByRole('link', { name: `${MANY} waiting` }).waitFor()
    const { tranx_id } = await invest(all.investor, '101')
    await all.investor.must(`/api/verify-investment/${tranx_id}`)
    await spine.getByRole('link', { name: `${MANY + 1} waiting` }).waitFor()
    await page.goto('/admin-investments?panel=menu')
    const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: `Users Investments ${MANY + 1} waiting` }).waitFor()
    const labels = (await menu.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]?.trim())
    expect(labels.slice(0, 7)).toEqual([
      ...['Users Investments', 'Users Withdrawal', 'Users Referral', 'Users List'],
      ...['Investment Plans', 'Payment Wallets', 'Send Mail'],
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: new RegExp(`^Pending ?${MANY + 1}$`) }).waitFor()
  })

  test('counts a withdrawal that is approved and not paid with those that wait for a decision', async () => {
    await all.owner.must(`/api/topup-user/${all.investor.id}`, { amount: '20' })
    const withdraw = { source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
    await all.investor.must('/api/withdraw', { ...withdraw, amount: '5' })
    const [{ id, amount, created_at: date }] = (await all.investor.get('/api/histories')).body.withdrawals
    await all.owner.must(`/api/approve-withdrawal/${id}`)
    await page.goto('/admin-withdrawals?tab=pending')
    const waiting = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Withdrawals' })
    await waiting.getByText('1 to decide or pay').waitFor()
    // as the menu counts them
    await page.getByText('Nothing waits for a decision; 1 to pay').waitFor()
    await all.owner.must(`/api/update-withdrawal/${id}`, { amount, date, status: 'declined' })
    await waiting.getByText('to decide or pay').waitFor({ state: 'detached' })
  })

  test('says that a payment is said to be made, and of one day that it is one', async () => {
    const quick = {
      ...{ name: 'Quick', min_amount: '1', max_amount: '50', durations_copy: '1', ref_bonus: '0' },
      ...{ description: '', daily_roi: '0.1' },
    }
    await all.owner.must('/api/create-plan', quick)
    const { plans, wallets } = (await all.investor.get('/api/histories')).body
    const plan = plans.find(({ name }: { name: string }) => name === 'Quick')
    const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: '10', duration: 1 }
    await all.investor.must('/api/save-investment', choice)
    const [{ id, tranx_id }] = (await all.investor.get('/api/histories')).body.investments
    await page.goto(`/admin-investments?panel=approve-investment&of=${id}`)
    await isOpen(
      page,
      'The investor hasn’t marked it as paid. Approve it only if the wallet Bitcoin has received the money.',
    )
    await all.investor.must(`/api/verify-investment/${tranx_id}`)
    await isOpen(
      page,
      'The investor has marked it as paid. Approve it only if the wallet Bitcoin has received the money.',
    )
    await isOpen(page, 'Quick, 1 day')
    await page.goto(`/admin-investments?panel=investment&of=${id}`)
    await isOpen(page, 'Quick for 1 day,')
    await page.goto('/plans')
    await page.getByText('1 day', { exact: true }).waitFor()
    expect(await textOf(page)).not.toContain('1 days')
    await all.owner.must(`/api/decline-investment/${id}`, { reason: 'A test' })
    await all.owner.must(`/api/update-plan/${plan.id}`, { ...quick, available: false })
  })

  test('says of what is paid from a balance where it is taken from, and asks for no payment', async () => {
    await all.owner.must(`/api/topup-user/${all.investor.id}`, { amount: '150', account: 'bonus', reason: 'Welcome' })
    const { plans, wallets } = (await all.investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '150', duration: 14, source: 'bonus' }
    await all.investor.must('/api/save-investment', choice)
    const [{ id, version, created_at: date }] = (await all.investor.get('/api/histories')).body.investments
    await all.owner.must(`/api/update-investment/${id}`, { amount: '150', date, status: 'pending', version })
    await page.goto(`/admin-investments?panel=investment&of=${id}`)
    await isOpen(page, `by ${OWNER.name}`)
    await page.goto(`/admin-investments?panel=approve-investment&of=${id}`)
    await isOpen(page, 'It is taken from the investor’s bonus balance.')
    const shown = await beside(page).innerText()
    for (const said of ['has received the money', 'Paid to', 'marked as']) expect(shown).not.toContain(said)
    await page.goto('/admin-investments?sort=newest')
    await page.getByRole('checkbox', { name: 'Select $150.00 by investor' }).check()
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve' }).click()
    const together = page.getByRole('dialog', { name: 'Approve investments' })
    await together.getByText('1 is taken from a bonus balance or an Earnings Wallet.').waitFor()
    for (const said of ['marked as paid', 'not marked as paid', 'have received'])
      expect(await together.innerText()).not.toContain(said)
    await page.keyboard.press('Escape')
    await all.owner.must(`/api/decline-investment/${id}`, { reason: 'A test' })
  })

  test('scrolls through all records with few of them in the document, and loses neither the focus nor the place', async () => {
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    // all are counted, though one page of them is here
    await expect.poll(() => table(page).getAttribute('aria-rowcount')).toBe(String(MANY + 2))
    await page.getByText(`50 of ${MANY + 1}`, { exact: true }).waitFor()
    const first = rowsOf(page).first().getByRole('button')
    const name = await first.getAttribute('aria-label')
    await first.focus()
    await page.mouse.move(400, 500)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3000)
        return page.getByText(`${MANY + 1} of ${MANY + 1}`, { exact: true }).count()
      })
      .toBe(1)
    expect(await rowsOf(page).count()).toBeLessThan(60)
    // the row with the focus has long been scrolled away
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(name)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 6000)
        return rowsOf(page).last().getAttribute('aria-rowindex')
      })
      .toBe(String(MANY + 2))
    const placeNow = () =>
      page.evaluate('document.querySelector("[data-scroll-restoration-id]").scrollTop').then(Number)
    const end = await placeNow()
    await page.mouse.wheel(0, -4000)
    // rows that come into the document are measured, which may move the place by a little once more
    let place = end
    await expect
      .poll(async () => {
        const before = place
        place = await placeNow()
        return place < end - 3500 && place === before
      })
      .toBe(true)
    expect(place).toBeGreaterThan(5000)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('heading', { name: 'Plans', exact: false }).first().waitFor()
    await page.goBack()
    await rowsOf(page).first().waitFor()
    await expect.poll(async () => Math.abs((await placeNow()) - place)).toBeLessThan(47)
  })

  test('finds a record by name, e-mail, id, transaction and address', async () => {
    const { id, tranx_id } = await invest(all.investor, '102')
    for (const word of ['investor', 'investor@mail.plumb.test', id, tranx_id]) {
      await page.goto('/admin-investments')
      await page.getByRole('searchbox').fill(word)
      await page.waitForURL((url) => url.searchParams.get('q') === word)
      await table(page).getByRole('button', { name: '$102.00 by investor' }).waitFor()
      await expect.poll(() => rowsOf(page).count()).toBeLessThan(5)
    }
    await page.goto(`/admin-investments?q=${OUR_BITCOIN}&min=102&max=102`)
    await table(page).getByRole('button', { name: '$102.00 by investor' }).waitFor()
    await page.getByRole('searchbox').fill('nobody-is-called-so')
    await page.getByText('Nothing found').waitFor()
    await expectNoFindings(page, 'nothing found')
  })

  test('narrows by status, days and amount and orders, all of it in the address, said in chips', async () => {
    await page.goto('/admin-investments')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('At least, $').fill('350')
    await page.getByLabel('At most, $').fill('no amount')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByText(/^Enter an amount in dollars/).waitFor()
    await page.getByLabel('At most, $').fill('360.50')
    await page.getByLabel('Status').selectOption('waiting approval')
    await page.getByLabel('From', { exact: true }).fill('2026-02-01')
    await page.getByLabel('To', { exact: true }).fill('2026-03-05')
    await expectNoFindings(page, 'filters')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByText('11 found').waitFor()
    await page.getByLabel('Order').selectOption('Largest first')
    await expect.poll(() => rowsOf(page).first().innerText()).toContain('$360.00')
    const address = new URL(page.url())
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ status: 'waiting approval', from: '2026-02-01', to: '2026-03-05', min: '350', max: '360.50' },
      ...{ sort: 'largest', tab: 'pending' },
    })
    // a colleague who is sent the address sees the same
    await page.goto(address.href)
    await page.getByText('11 found').waitFor()
    await expectNoFindings(page, 'chips')
    await page.getByRole('button', { name: 'Without At most $360.50' }).click()
    await page.getByText('11 found').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    const left = () => Object.fromEntries(new URL(page.url()).searchParams)
    await expect.poll(left).toEqual({ sort: 'largest', tab: 'pending' })
    // a day of which nothing is
    await page.goto('/admin-investments?from=2030-01-01')
    await page.getByText('Nothing found').waitFor()
  })

  test('lists what waits with the oldest first, and what is done with the newest first', async () => {
    const order = page.getByLabel('Order')
    const firstOf = async (query: string) =>
      (await all.owner.get(`/api/admin/investments?limit=1&status=pending,waiting%20approval&${query}`)).body.items[0]
    const isFirst = async ({ amount, user }: { amount: string; user: { name: string } }) => {
      const first = rowsOf(page).first().getByRole('button')
      await expect.poll(() => first.getAttribute('aria-label')).toBe(`${dollars(amount)} by ${user.name}`)
    }
    await page.goto('/admin-investments')
    await isFirst(await firstOf('sort=oldest'))
    expect(await order.inputValue()).toBe('oldest')
    await order.selectOption('Newest first')
    await isFirst(await firstOf('sort=newest'))
    expect(new URL(page.url()).searchParams.get('sort')).toBe('newest')
    await order.selectOption('Oldest first')
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=pending')
    for (const [path, usual] of [
      ['/admin-investments?tab=active', 'newest'],
      ['/admin-investments?tab=completed', 'newest'],
      ['/admin-withdrawals?tab=pending', 'oldest'],
      ['/admin-withdrawals?tab=active', 'oldest'],
      ['/admin-withdrawals?tab=completed', 'newest'],
      ['/admin-referrals?tab=pending', 'oldest'],
      ['/list-users', 'newest'],
    ] as const) {
      await page.goto(path)
      await order.waitFor()
      expect(await order.inputValue(), path).toBe(usual)
    }
    // no withdrawal waits: the list opens on what is done, and asks for it in its order at once
    const asked: string[] = []
    const look = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/admin/withdrawals') asked.push(`${searchParams.get('status')} ${searchParams.get('sort')}`)
    }
    page.on('request', look)
    await page.goto('/admin-withdrawals')
    await page.waitForURL('**/admin-withdrawals?tab=completed')
    await rowsOf(page).first().waitFor()
    expect(await order.inputValue()).toBe('newest')
    expect(asked).toEqual(['pending oldest', 'approved oldest', 'completed,declined null'])
    page.off('request', look)
  })

  test('downloads the list as it is narrowed', async () => {
    await page.goto('/admin-investments?q=investor&sort=smallest')
    await table(page).getByRole('button', { name: '$102.00 by investor' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(1 + 2)
    expect(lines[1]).toContain('101')
    expect(lines[2]).toContain('102')
  })

  test('goes through a whole queue by keys', async () => {
    const { investor, house } = all
    for (const amount of ['201', '202', '203']) {
      await house.clock.move(1000)
      await invest(investor, amount)
    }
    await page.goto('/admin-investments?q=investor&min=201&sort=oldest')
    await table(page).getByRole('button', { name: '$203.00 by investor' }).waitFor()
    await page.keyboard.press('j')
    await isOpen(page, '$201.00')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await isOpen(page, 'Approve $203.00')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await isOpen(page, 'Approve $201.00')
    await page.keyboard.press('a')
    await page.getByText('Not marked as paid yet').waitFor()
    await expectNoFindings(page, 'approving')
    await page.keyboard.press('Enter')
    // nothing is to be closed: the next one is open, and its keys work
    await isOpen(page, 'Approve $202.00')
    await toastOn(page).getByText('Approved: $201.00 by investor. Now open: $202.00 by investor.').waitFor()
    await expectNoFindings(page, 'a toast')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await table(page).getByRole('button', { name: '$201.00 by investor' }).waitFor({ state: 'detached' })
    await page.keyboard.press('d')
    await page.getByLabel('Reason').waitFor()
    await page.keyboard.type('jade and ex')
    expect(await page.getByLabel('Reason').inputValue()).toBe('jade and ex')
    await page.getByRole('button', { name: 'Decline $202.00' }).click()
    await isOpen(page, 'Approve $203.00')
    await toastOn(page).getByText('Declined: $202.00 by investor.').waitFor()
    await table(page).getByRole('button', { name: '$202.00 by investor' }).waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await isOpen(page, 'Approve $203.00')
    await page.keyboard.press('Escape')
    await page.getByText('Choose a record to see its details here.').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('j')
    expect(await page.getByRole('searchbox').inputValue()).toContain('j')
    const statuses = (await investor.get('/api/histories')).body.investments.map(
      ({ amount, status }: { amount: string; status: string }) => `${amount} ${status}`,
    )
    expect(statuses).toEqual(expect.arrayContaining(['201.00 approved', '202.00 declined', '203.00 pending']))
  })

  test('says in a toast what was decided, which leads back to it, and when nothing is left', async () => {
    const { investor, house } = all
    for (const amount of ['211', '212']) {
      await house.clock.move(1000)
      await invest(investor, amount)
    }
    await page.goto('/admin-investments?q=investor&min=211&max=212&sort=oldest')
    await table(page).getByRole('button', { name: '$211.00 by investor' }).click()
    await beside(page).getByRole('button', { name: 'Approve $211.00' }).click()
    await page.getByText('Not marked as paid yet').waitFor()
    await beside(page).getByRole('button', { name: 'Approve $211.00' }).click()
    await isOpen(page, 'Approve $212.00')
    const toast = toastOn(page)
    await toast.getByRole('link', { name: 'Show' }).click()
    await isOpen(page, '$211.00')
    await beside(page).getByText('Approved', { exact: true }).first().waitFor()
    await drawn(page)
    expect(await toast.count()).toBe(0)
    await page.goBack()
    await isOpen(page, 'Approve $212.00')
    await page.keyboard.press('a')
    await page.getByText('Not marked as paid yet').waitFor()
    await page.keyboard.press('Enter')
    await toast.getByText('Approved: $212.00 by investor. Nothing else is left here.').waitFor()
    await page.getByText('Choose a record to see its details here.').waitFor()
    expect(new URL(page.url()).searchParams.get('panel')).toBe(null)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await drawn(page)
    expect(await toast.count()).toBe(0)
  })

  test('keeps what is open when somebody decides on the phone: the next record slides in under the toast', async () => {
    const { investor, house } = all
    for (const amount of ['221', '222']) {
      await house.clock.move(1000)
      await invest(investor, amount)
    }
    await page.setViewportSize(PHONE)
    await page.goto('/admin-investments?q=investor&min=221&max=222&sort=oldest')
    await table(page).getByRole('button', { name: '$221.00 by investor' }).click()
    await page.getByRole('dialog', { name: 'Investment' }).getByRole('button', { name: 'Approve $221.00' }).click()
    const approve = page.getByRole('dialog', { name: 'Approve investment' })
    await approve.getByRole('button', { name: 'Approve $221.00' }).click()
    const record = page.getByRole('dialog', { name: 'Investment' })
    await record.getByRole('button', { name: 'Approve $222.00' }).waitFor()
    const toast = toastOn(page)
    await toast.getByText('Approved: $221.00 by investor.').waitFor()
    await expectNoFindings(page, 'a toast over a panel')
    await toast.getByRole('link', { name: 'Show' }).click()
    await record.getByText('$221.00').first().waitFor()
    await record.getByText('Approved', { exact: true }).first().waitFor()
    await page.goBack()
    await record.getByRole('button', { name: 'Approve $222.00' }).waitFor()
    await page.setViewportSize(DESK)
  })

  test('leaves a form by one Escape, from within its fields too; the search first where one searches', async () => {
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    const record = beside(page)
    await record.getByRole('button', { name: 'Edit' }).click()
    for (const label of ['Amount', 'Reason']) {
      await record.getByLabel(label).focus()
      await page.keyboard.press('Escape')
      await record.getByRole('button', { name: 'Edit' }).click()
    }
    await record.getByLabel('Amount').waitFor()
    await record.getByLabel('Reason').fill('Half typed')
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('Nothing found').waitFor()
    // what is searched for stands in the list, and what is typed beside it
    expect(await record.getByLabel('Reason').inputValue()).toBe('Half typed')
    await page.getByRole('searchbox').press('Escape')
    await rowsOf(page).first().waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    expect(await record.getByLabel('Reason').inputValue()).toBe('Half typed')
    await page.keyboard.press('Escape')
    await record.getByRole('button', { name: 'Edit' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Choose a record to see its details here.').waitFor()
    await page.goto('/wallets?panel=create-wallet')
    const panel = page.getByRole('dialog', { name: 'Create wallet' })
    for (const label of ['Wallet name', 'Network']) {
      await panel.getByLabel(label).focus()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await page.goto('/wallets?panel=create-wallet')
    }
  })

  test('lists the keys, and switches them off on this device', async () => {
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('?')
    const panel = page.getByRole('dialog', { name: 'Keys' })
    await panel.getByText('Open the next record').waitFor()
    await expectNoFindings(page, 'keys')
    await panel.getByText('Single keys work on this device').click()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await drawn(page)
    // nothing has been opened
    expect(new URL(page.url()).search).toBe('?tab=pending')
    // the way back has a button
    await page.getByRole('button', { name: 'Keys are off' }).click()
    await panel.getByText('Single keys work on this device').click()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.waitForURL(/panel=investment/)
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
  })

  test('approves several together; what is refused in the middle is said, and nothing is skipped', async () => {
    const { investor, owner, house } = all
    const made: { id: string }[] = []
    for (const amount of ['301', '302', '303']) {
      await house.clock.move(1000)
      made.push(await invest(investor, amount))
    }
    await house.clock.move(1000)
    const own = await invest(owner, '304')
    await page.goto('/admin-investments?min=301&max=304&from=2026-03-01&q=o&sort=oldest')
    await page.getByRole('checkbox', { name: 'Select $301.00 by investor' }).check()
    await page.getByRole('checkbox', { name: `Select $304.00 by ${OWNER.name}` }).click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected' })
    await bar.getByText('4 selected').waitFor()
    await bar.getByText('$1,210.00 together').waitFor()
    await expectNoFindings(page, 'selected')
    await bar.getByRole('button', { name: 'Approve' }).click()
    const panel = page.getByRole('dialog', { name: 'Approve investments' })
    await panel.getByText(/After approval we owe \$1,210\.00 and \$4\.8\d a day/).waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(4)
    await expectNoFindings(page, 'summary')
    // somebody else is quicker, and the page does not know it yet
    const known = await holdBack(page, '**/api/admin/investments?*')
    await owner.must(`/api/decline-investment/${made[1]?.id}`, { reason: 'Nothing has come in' })
    await panel.getByRole('button', { name: 'Approve 4, $1,210.00' }).click()
    await panel.getByText('2 approved, 2 refused').waitFor()
    await known()
    await panel.getByText(/This investment is declined/).waitFor()
    await panel.getByText(/^You can’t decide on your own/).waitFor()
    await expectNoFindings(page, 'how it went')
    await panel.getByRole('button', { name: 'Done' }).click()
    // what was declined meanwhile waits no longer
    await bar.getByText('1 selected').waitFor()
    await bar.getByText('1 was decided meanwhile and is no longer selected.').waitFor()
    expect(await bar.getByRole('button', { name: 'Results' }).count()).toBe(0)
    const statusOf = async (who: Visitor, id: string | undefined) =>
      (await who.get('/api/histories')).body.investments.find((each: { id: string }) => each.id === id)?.status
    expect(await statusOf(investor, made[0]?.id)).toBe('approved')
    expect(await statusOf(investor, made[1]?.id)).toBe('declined')
    expect(await statusOf(investor, made[2]?.id)).toBe('approved')
    expect(await statusOf(owner, own.id)).toBe('pending')
    await bar.getByRole('button', { name: 'None' }).click()
    await bar.waitFor({ state: 'detached' })
  })

  test('can be left midway: what is decided stays so, and how it went can be looked at again', async () => {
    const { investor, house } = all
    for (const amount of ['311', '312', '313']) {
      await house.clock.move(1000)
      await invest(investor, amount)
    }
    await page.goto('/admin-investments?q=investor&min=311&max=313')
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    const bar = page.getByRole('region', { name: 'Selected' })
    await bar.getByRole('button', { name: 'Approve' }).click()
    const panel = page.getByRole('dialog', { name: 'Approve investments' })
    const answer = await holdBack(page, '**/api/approve-investment/*')
    await panel.getByRole('button', { name: 'Approve 3, $936.00' }).click()
    await panel.getByText(/^0 of 3/).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await answer()
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Results' }).click()
    await panel.getByText('1 approved, 2 not sent').waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    const { investments } = (await investor.get('/api/histories')).body
    const statuses = investments
      .filter(({ amount }: { amount: string }) => ['311.00', '312.00', '313.00'].includes(amount))
      .map(({ status }: { status: string }) => status)
    expect(statuses.toSorted()).toEqual(['approved', 'pending', 'pending'])
    await bar.getByRole('button', { name: 'None' }).click()
  })

  test('declines several together, each with the reason', async () => {
    const { investor, house } = all
    for (const amount of ['401', '402']) {
      await house.clock.move(1000)
      await invest(investor, amount)
    }
    await page.goto('/admin-investments?q=investor&min=401')
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Decline' }).click()
    const panel = page.getByRole('dialog', { name: 'Decline investments' })
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason')
    await panel.getByRole('button', { name: 'Decline 2, $803.00' }).click()
    await panel.getByText('Say why. Each of them will read it.').waitFor()
    await panel.getByLabel('Reason').fill('Nothing has come in')
    await panel.getByRole('button', { name: 'Decline 2, $803.00' }).click()
    await toastOn(page).getByText('2 declined: $803.00 together').waitFor()
    await panel.waitFor({ state: 'detached' })
    await toastOn(page).getByRole('link', { name: 'Results' }).click()
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(2)
    await panel.getByText('2 declined').waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    await panel.waitFor({ state: 'detached' })
    const reasons = (await investor.get('/api/histories')).body.investments
      .filter(({ amount }: { amount: string }) => ['401.00', '402.00'].includes(amount))
      .map(({ reason }: { reason: string }) => reason)
    expect(reasons).toEqual(['Nothing has come in', 'Nothing has come in'])
  })

  test('opens an old record by a bare link', async () => {
    const { items } = (await all.owner.get('/api/admin/investments?sort=oldest&limit=1')).body
    await page.goto(`/admin-investments?panel=investment&of=${items[0].id}`)
    await isOpen(page, items[0].tranx_id)
    expect(await rowsOf(page).count()).toBeLessThan(60)
    await expectNoFindings(page, 'an open record')
  })

  test('says what went wrong where a list does not come, and reads it once more when asked to', async () => {
    await page.route('**/api/admin/referrals?*', (route) =>
      route.fulfill({ status: 422, json: { message: 'This list cannot be read.' } }),
    )
    await page.goto('/admin-referrals?tab=pending')
    await page.getByText('This list cannot be read.').waitFor()
    await expectNoFindings(page, 'an error')
    await page.unroute('**/api/admin/referrals?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No pending referral records found for now').waitFor()
    // the one that was made here
    const made = walker.complaints.findIndex((complaint) => complaint.includes('status of 422'))
    expect(walker.complaints.splice(made, 1)).toHaveLength(1)
  })

  test('shows somebody of support everything, and lets them decide on nothing', async () => {
    const support = all.house.visitor()
    await support.join('supporter')
    await giveRoles(all.owner, support, ['support'])
    const other = await openWalker(browser, all.house.url, 'light')
    await other.page.setViewportSize(DESK)
    await signIn(other.page, support.email, PASSWORD)
    await other.page.goto('/admin-investments')
    await rowsOf(other.page).first().waitFor()
    expect(await other.page.getByRole('checkbox').count()).toBe(0)
    await other.page.keyboard.press('j')
    await isOpen(other.page, 'Support can see everything but can’t move money.')
    await other.page.keyboard.press('a')
    await drawn(other.page)
    expect(new URL(other.page.url()).searchParams.get('panel')).toBe('investment')
    await other.context.close()
  })

  test('works in the same way on a phone, where each field keeps its label', async () => {
    await page.setViewportSize(PHONE)
    await invest(all.investor, '501')
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    const bar = page.getByRole('navigation', { name: 'Main' })
    expect((await bar.getByRole('link').allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual([
      ...['Users', 'Investment', 'Home', 'Withdrawals', 'Support'],
    ])
    await bar
      .getByRole('link', { name: /\d+ waiting/ })
      .first()
      .waitFor()
    expect(await rowsOf(page).first().innerText()).toMatch(/Investor[\s\S]*Plan[\s\S]*Date/)
    expect(await rowsOf(page).count()).toBeLessThan(30)
    await expectNoFindings(page, 'phone')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Filter' })
    await panel.getByLabel('At least, $').fill('501')
    await panel.getByLabel('At most, $').fill('501')
    await expectNoFindings(page, 'filters on a phone')
    await panel.getByRole('button', { name: 'Show these' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select $501.00 by investor' }).check()
    await expectNoFindings(page, 'selected on a phone')
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve' }).click()
    const summary = page.getByRole('dialog', { name: 'Approve investments' })
    await summary.getByRole('button', { name: 'Approve 1, $501.00' }).click()
    await toastOn(page).getByText('1 approved: $501.00').waitFor()
    await summary.waitFor({ state: 'detached' })
    // a record opened from far down closes to where the list was
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    await page.evaluate('scrollTo(0, 6000)')
    await expect.poll(() => rowsOf(page).last().getAttribute('aria-rowindex').then(Number)).toBeGreaterThan(20)
    const middle = rowsOf(page).nth(6).getByRole('button')
    await middle.click()
    await page.getByRole('dialog', { name: 'Investment' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Investment' }).waitFor({ state: 'detached' })
    expect(Number(await page.evaluate('scrollY'))).toBeGreaterThan(5000)
    await page.setViewportSize(DESK)
  })

  test('does the same with withdrawals and referrals', async () => {
    const { owner, investor } = all
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', reason: 'For the delay of last week' })
    for (const amount of ['11', '12']) {
      await all.house.clock.move(1000)
      const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
      await investor.must('/api/withdraw', { amount, source: 'investment', ...to })
    }
    await page.goto('/admin-withdrawals')
    await page.getByRole('tab', { name: /^Pending ?2$/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve' }).click()
    const panel = page.getByRole('dialog', { name: 'Approve withdrawals' })
    await panel.getByText('After approval we owe payments of $23.00').waitFor()
    await panel.getByRole('button', { name: 'Approve 2, $23.00' }).click()
    await toastOn(page).getByText('2 approved: $23.00 together').waitFor()
    await page.getByText('No pending Withdrawal records found for now').waitFor()
    await expectNoFindings(page, 'an empty tab')
    await page.getByRole('tab', { name: /^Active ?2$/ }).click()
    await table(page).getByRole('button', { name: '$12.00 to investor' }).waitFor()
    await page.goto('/admin-referrals?tab=pending')
    await page.getByText('No pending referral records found for now').waitFor()
  })

  test('marks one withdrawal after the other as paid, by keys alone', async () => {
    await page.goto('/admin-withdrawals?tab=active')
    await table(page).getByRole('button', { name: '$12.00 to investor' }).waitFor()
    await page.keyboard.press('j')
    await beside(page).getByRole('button', { name: 'Mark as paid' }).waitFor()
    await page.keyboard.press('p')
    const pay = page.getByRole('complementary', { name: 'Mark withdrawal as paid' })
    const toPay = pay.getByRole('region', { name: 'What to pay' })
    await toPay.getByRole('img', { name: 'QR code of the address of investor' }).waitFor()
    expect((await toPay.innerText()).replaceAll(/\s/g, '')).toContain(THEIR_BITCOIN)
    await toPay.getByRole('button', { name: 'Copy the amount' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('11.00')
    // nothing else can be changed by the way
    expect(await pay.getByRole('textbox').count()).toBe(1)
    await expectNoFindings(page, 'marking as paid')
    await page.keyboard.press('Escape')
    // until it has closed, what is typed is typed into it
    await pay.waitFor({ state: 'detached' })
    await beside(page).getByRole('button', { name: 'Mark as paid' }).waitFor()
    await page.keyboard.press('p')
    await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.innerText')).toBe('Transaction id')
    await page.keyboard.type('c'.repeat(64))
    await page.keyboard.press('Enter')
    await toastOn(page).getByText('Marked as paid: $11.00 to investor.').waitFor()
    await isOpen(page, '$12.00')
    // Enter that is held down on the way there confirms nothing
    await beside(page).getByRole('button', { name: 'Mark as paid' }).focus()
    await page.keyboard.down('Enter')
    await pay.getByLabel('Transaction id').waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await drawn(page)
    // an id that is known is warned of before anything is sent
    await pay.getByLabel('Transaction id').fill('c'.repeat(64))
    await pay.getByText('Also recorded for: withdrawal of $11.00 by investor.').waitFor()
    await pay.getByLabel('Transaction id').fill('d'.repeat(64))
    await page.keyboard.press('Enter')
    await toastOn(page).getByText('Marked as paid: $12.00 to investor. Nothing else is left here.').waitFor()
    await page.getByText('No active Withdrawal records found for now').waitFor()
    const paid = (await all.investor.get('/api/histories')).body.withdrawals
      .filter(({ status }: { status: string }) => status === 'completed')
      .map(({ amount, txid }: { amount: string; txid: string }) => `${amount} ${txid.slice(0, 2)}`)
    expect(paid.toSorted()).toEqual(['11.00 cc', '12.00 dd'])
  })

  test('pays ten withdrawals by a list that comes back, in four moves, and says of each line what is wrong', async () => {
    const { owner, investor } = all
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '200', reason: 'For the delay of last week' })
    const amounts = Array.from({ length: 11 }, (_, place) => `${place + 1}.50`)
    for (const [place, amount] of amounts.entries()) {
      await all.house.clock.move(1000)
      const to = { wallet_address: place === 1 ? SOMEBODYS_BITCOIN : THEIR_BITCOIN, wallet_name: 'Bitcoin' }
      await investor.must('/api/withdraw', { amount, source: 'investment', ...to })
      const [{ id }] = (await investor.get('/api/histories')).body.withdrawals
      await owner.must(`/api/approve-withdrawal/${id}`)
    }
    await page.goto('/admin-withdrawals?tab=active')
    await table(page).getByRole('button', { name: '$11.50 to investor' }).waitFor()
    let moves = 0
    const press = async (name: string | RegExp) => {
      moves += 1
      await page.getByRole('button', { name }).click()
    }
    const [list] = await Promise.all([page.waitForEvent('download'), press('Payout list')])
    expect(list.suggestedFilename()).toMatch(/^plumb-payouts-.*\.csv$/)
    const [head = '', ...lines] = (await readFile(await list.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(amounts.length)
    // as Excel in German saves it; one address is another one, and one line is not paid yet
    const idOf = (place: number) => (place === 10 ? '' : place.toString(16).padStart(64, 'e'))
    // one transaction has paid the first two, each at its own address
    const filled = lines.map((line, place) => `${line}${idOf(place === 1 ? 0 : place)}`)
    const altered = filled.map((line, place) => (place === 3 ? line.replace(THEIR_BITCOIN, OUR_BITCOIN) : line))
    const saved = (rows: string[]) =>
      [head, ...rows]
        .map((row) => row.replace(/,(\d+)\.(\d\d),/, ';$1,$2;').replaceAll(/,(?!\d\d;)/g, ';'))
        .join('\r\n')
    const file = (rows: string[]) => ({
      ...{ name: 'paid.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`\uFEFF${saved(rows)}\r\n`),
    })
    expect(saved(filled)).toContain(';1,50;')
    const panel = page.getByRole('dialog', { name: 'Mark paid from a file' })
    const choose = async (rows: string[]) => {
      moves += 1
      await panel.getByLabel('Choose the file').setInputFiles(file(rows))
    }

    await press('Mark paid from file')
    await panel.getByLabel('Or paste the list').fill('id;address\n1;2')
    await panel.getByRole('button', { name: 'Check', exact: true }).click()
    await panel.getByText('Line 1: there is no column network.').waitFor()
    await expectNoFindings(page, 'a file that cannot be read')
    await choose(altered)
    await panel.getByRole('heading', { name: '1 line can’t be marked as paid' }).waitFor()
    await panel.getByText('The address is not the one of this withdrawal.').waitFor()
    await panel.getByRole('heading', { name: '9 will be marked as paid' }).waitFor()
    await panel.getByText('The same transaction as in line 3.').waitFor()
    await panel.getByRole('heading', { name: '1 has no transaction id and stays as it is' }).waitFor()
    await panel.getByText('Line 12, in the file: investor, $11.50').waitFor()
    await expectNoFindings(page, 'what a file would do')
    await panel.getByRole('button', { name: 'Another file' }).click()
    // the same job without anything that is wrong
    moves = 2
    await choose(filled)
    const mark = panel.getByRole('button', { name: 'Mark 10 as paid, $60.00' })
    await mark.waitFor()
    await expect.poll(() => mark.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
    moves += 1
    await page.keyboard.press('Enter')
    await toastOn(page).getByText('10 marked as paid: $60.00 together').waitFor()
    expect(moves).toBe(4)
    await table(page).getByRole('button', { name: '$10.50 to investor' }).waitFor({ state: 'detached' })
    const paid = (await investor.get('/api/histories')).body.withdrawals.filter(
      ({ status, amount }: { status: string; amount: string }) => status === 'completed' && amount.endsWith('.50'),
    )
    expect(paid.map(({ txid }: { txid: string }) => txid).toSorted()).toEqual(
      filled.slice(0, 10).map((line) => line.split(',').at(-1)),
    )

    // the same file again changes nothing; what is left of it comes as a file
    await press('Mark paid from file')
    await choose(altered)
    await panel.getByText('9 are already marked as paid').waitFor()
    const [left] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download the 2 lines left' }).click(),
    ])
    const remainder = await readFile(await left.path(), 'utf8')
    expect(remainder.trimEnd().split('\r\n')).toHaveLength(3)
    expect(remainder).toContain('"The address is not the one of this withdrawal."')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    // what one transaction paid together is no alarm on either of the two
    const batch = paid.filter(({ txid }: { txid: string }) => txid === idOf(0))
    expect(batch).toHaveLength(2)
    for (const { id } of batch) {
      await page.goto(`/admin-withdrawals?tab=completed&panel=withdrawal&of=${id}`)
      const others = page.getByRole('region', { name: 'Paid together' })
      await others.getByText(/^The same transaction also paid one other: \$4\.00 together/).waitFor()
      await others.getByText(/^Paid /).waitFor()
      expect(await page.getByText('used before').count()).toBe(0)
    }
    await expectNoFindings(page, 'what one transaction paid')
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    // Chromium reports every refused request: the one that was declined meanwhile, and the owner's own
    const refused = walker.complaints.filter((complaint) => /status of (409|403)/.test(complaint))
    expect(refused).toHaveLength(2)
    expect(walker.complaints.filter((complaint) => !refused.includes(complaint))).toEqual([])
    expect(await all.house.problems()).toEqual([])
    expect(await textOf(page)).not.toContain('undefined')
  })
})
