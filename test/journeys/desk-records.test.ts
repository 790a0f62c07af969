/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { addPendingInvestments } from '../support/pending-investments.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { drawn, holdBack } from '../support/hold-back.ts'
import { acknowledge, PASSWORD, signIn } from '../support/walk.ts'
import { askForCheck } from '../support/identity.ts'

const MANY = 300

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const selectedBar = (page: Page) => page.getByRole('region', { name: 'Selected' })

/** Lists change, answers come late, others decide meanwhile: what is decided on is what was seen and pressed. */
describe('what an operator presses is what is decided on', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let anna: Visitor
  let ben: Visitor
  let partner: Visitor
  let support: Visitor
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    anna = house.visitor()
    ben = house.visitor()
    await anna.join('anna')
    await ben.join('ben')
    for (const person of [anna, ben]) await askForCheck(person)
    support = await journey.join('supporter')
    await giveRoles(owner, support, ['support'])
    partner = await journey.join('partner')
    await giveRoles(owner, partner, ['owner'])
    await addPendingInvestments(house, { of: [ben.id], count: MANY })
    walker = await journey.walker('light')
    page = walker.page
    await page.setViewportSize(DESK)
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const invest = async (amount: string): Promise<string> => {
    await house.clock.move(1000)
    const { plans, wallets } = (await anna.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 }
    await anna.must('/api/save-investment', choice)
    return (await anna.get('/api/histories')).body.investments[0].id
  }
  const statusOf = async (id: string): Promise<string> =>
    (await owner.get(`/api/admin/investments/${id}`)).body.item.status
  const opened = () => {
    const { searchParams } = new URL(page.url())
    return [searchParams.get('panel'), searchParams.get('of')]
  }
  /** What was refused here on purpose. */
  const refusals = (status: number) => {
    const others = walker.complaints.filter((complaint) => !complaint.includes(`status of ${status}`))
    walker.complaints.splice(0, Infinity, ...others)
  }

  test('an identity check is rejected of the person who was pressed, after a look at another one', async () => {
    await page.goto('/admin-kyc')
    await page.getByRole('button', { name: 'anna', exact: true }).click()
    await page.getByRole('button', { name: 'Approve anna' }).click()
    const approve = page.getByRole('complementary', { name: 'Approve identity check' })
    await approve.getByText('anna', { exact: true }).waitFor()
    await approve.getByRole('button', { name: 'Back' }).click()
    await approve.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'ben', exact: true }).click()
    await page.getByRole('complementary', { name: 'Identity check' }).getByText(ben.email).waitFor()
    await page.keyboard.press('d')
    const reject = page.getByRole('complementary', { name: 'Reject identity check' })
    await reject.getByText('ben', { exact: true }).waitFor()
    await reject.getByRole('button', { name: 'Reject ben' }).waitFor()
    await page.goto('/dashboard')
  })

  test('an answer that comes late closes nothing that has been opened since', async () => {
    const first = await invest('901')
    const second = await invest('902')
    await page.goto('/admin-investments?q=anna&min=901&max=902&sort=oldest')
    await rowsOf(page).nth(1).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Approve $901.00' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Not marked as paid yet').waitFor()
    const answer = await holdBack(page, '**/api/approve-investment/*')
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    await page.waitForURL(new RegExp(`panel=investment&of=${second}`))
    await answer()
    await acknowledge(page)
    expect(await statusOf(first)).toBe('approved')
    expect(opened()).toEqual(['investment', second])
    // closed, it leads to the list and to no form of the one before
    await page.keyboard.press('Escape')
    await expect.poll(() => opened()[0]).not.toBe('approve-investment')
  })

  test('a form holds the record that it was opened for', async () => {
    const first = await invest('1011')
    await invest('1012')
    await page.goto('/admin-investments?q=anna&min=1011&max=1012&sort=oldest')
    await page.getByRole('button', { name: '$1,011.00 by anna' }).click()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    await page.getByRole('button', { name: '$1,012.00 by anna' }).click()
    await page.keyboard.press('e')
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('1012.00')
    await page.evaluate('history.go(-2)')
    await expect.poll(() => opened()[1]).toBe(first)
    await drawn(page)
    expect(await page.getByText('1012.00').count()).toBe(0)
    expect(
      await page
        .locator('input[name=amount]')
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value)),
    ).not.toContain('1012.00')
  })

  test('an edit says beforehand what it would move, or why it would be refused', async () => {
    const id = await invest('731')
    await owner.must(`/api/approve-investment/${id}`)
    await page.goto(`/admin-investments?tab=active&panel=edit-investment&of=${id}`)
    await page.getByText('No changes yet.').waitFor()
    const moves = page.getByRole('list', { name: 'What this moves' })
    await page.getByText('Completed', { exact: true }).last().click()
    await moves.getByText('$731.00 returns to anna’s Earnings Wallet.').waitFor()
    await moves.getByText('$731.00 stops running for anna.').waitFor()
    await moves.getByText(/^Earning stops at \$0\.0\d+\.$/).waitFor()
    await page.getByText('Declined', { exact: true }).last().click()
    await moves.getByText('$731.00 is taken out of custody at Bitcoin.').waitFor()
    await moves.getByText('Earning stops, and what it earned is taken back.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Date', { exact: true }).fill('2999-01-01T00:00:00')
    await page.getByText('Enter a date that is not in the future.').waitFor()
    expect(await moves.count()).toBe(0)
    expect(await statusOf(id)).toBe('approved')
    refusals(422)
  })

  test('nothing is selected of a list that is about to be replaced by another', async () => {
    await page.goto('/admin-investments')
    await rowsOf(page).first().waitFor()
    const answer = await holdBack(page, '**/api/admin/investments?*')
    await page.getByLabel('Order').selectOption('Smallest first')
    await page.waitForURL(/sort=smallest/)
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await answer()
    await page.getByRole('button', { name: '$100.00 by ben' }).waitFor()
    // the rows of the list before may be the same
    await page.locator('[data-scroll-restoration-id][aria-busy=false]').waitFor()
    expect(await selectedBar(page).count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await selectedBar(page).waitFor()
  })

  test('keys begin anew in another list', async () => {
    await page.goto('/admin-investments?sort=oldest')
    await rowsOf(page).first().waitFor()
    for (const amount of ['$100.00', '$101.00', '$102.00']) {
      await page.keyboard.press('j')
      await page.getByRole('button', { name: `Approve ${amount}` }).waitFor()
    }
    await page.getByLabel('Order').selectOption('Largest first')
    await page.locator('body').click({ position: { x: 300, y: 20 } })
    await rowsOf(page).first().getByText('$1,012.00').first().waitFor()
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Approve $1,012.00' }).waitFor()
  })

  test('a search keeps the space after a word, however long one thinks', async () => {
    await page.goto('/admin-investments')
    await page.getByRole('searchbox').click()
    await page.keyboard.type('ann ', { delay: 30 })
    await page.waitForURL(/q=ann/)
    await page
      .getByRole('button', { name: /by ben$/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.keyboard.type('b', { delay: 30 })
    expect(await page.getByRole('searchbox').inputValue()).toBe('ann b')
  })

  test('a tab that is chosen right after typing stays chosen', async () => {
    await page.goto('/admin-investments')
    await page.getByRole('searchbox').fill('anna')
    const searched = page.waitForResponse(/\/api\/admin\/investments\?.*q=anna/)
    await page.getByRole('tab', { name: /^Completed/ }).click()
    await searched
    await drawn(page)
    expect(new URL(page.url()).searchParams.get('tab')).toBe('completed')
  })

  test('the form of the filters says what is set', async () => {
    await page.goto('/admin-investments?min=350')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.poll(() => page.getByLabel('At least, $').inputValue()).toBe('350')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('min'))
    await expect.poll(() => page.getByLabel('At least, $').inputValue()).toBe('')
  })

  test('far down a list, what comes in at its top throws nobody back', async () => {
    await page.goto('/admin-investments?sort=newest')
    await rowsOf(page).first().waitFor()
    const placeNow = () =>
      page.evaluate('document.querySelector("[data-scroll-restoration-id]").scrollTop').then(Number)
    await page.mouse.move(400, 500)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1500)
        return placeNow()
      })
      .toBeGreaterThan(8000)
    await drawn(page)
    const place = await placeNow()
    const news = page.waitForResponse(
      async (response) =>
        response.url().includes('/api/admin/investments?') && (await response.text()).includes('1021.00'),
    )
    await invest('1021')
    await news
    await drawn(page)
    expect(await placeNow()).toBeGreaterThan(place - 200)
  })

  test('money that is not held any more is not taken for new money', async () => {
    const declined = await invest('931')
    await owner.must(`/api/decline-investment/${declined}`, { reason: 'Too late', received: '931' })
    const next = await invest('931')
    await page.goto(`/admin-investments?panel=investment&of=${next}`)
    await page.getByRole('button', { name: 'Approve $931.00' }).click()
    await page.getByText('Use money held in suspense').click()
    await page.getByText('It is paid with the $931.00 held in suspense.').waitFor()
    await partner.must(`/api/refund-suspense/${declined}`, { reason: 'Sent back' })
    await page.getByText('It is paid with the $931.00 held in suspense.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve $931.00' }).click()
    await page.getByRole('button', { name: 'Okay' }).click()
    expect(await statusOf(next)).toBe('pending')
    refusals(409)
  })

  test('money that is held is used for the investment that was chosen, and for no other', async () => {
    const declined = await invest('451')
    await owner.must(`/api/decline-investment/${declined}`, { reason: 'Too late', received: '990' })
    const one = await invest('452')
    const other = await invest('453')
    await page.goto('/admin-funds')
    await page.getByRole('button', { name: 'Use $990.00 of anna' }).click()
    const panel = page.getByRole('dialog', { name: 'Use held money' })
    for (const [id, amount, left] of [
      [other, '$453.00', '$452.00'],
      [one, '$452.00', null],
    ] as const) {
      if (left) await panel.getByText(amount, { exact: true }).click()
      await panel.getByRole('button', { name: `Approve ${amount}` }).waitFor()
      await owner.must(`/api/decline-investment/${id}`, { reason: 'Nothing has come in' })
      await panel.getByRole('button', { name: `Approve ${amount}` }).waitFor({ state: 'detached' })
      expect(await panel.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
      if (left) await panel.getByText(left, { exact: true }).click()
    }
    await partner.must(`/api/refund-suspense/${declined}`, { reason: 'Sent back' })
  })

  test('what a mailing reaches is counted anew before it is said', async () => {
    await page.goto('/admin-mail')
    await page.getByLabel('To', { exact: true }).selectOption('All users')
    await page.getByText('5 people will receive this').waitFor()
    const answer = await holdBack(page, '**/api/preview-mail')
    await page.getByLabel('To', { exact: true }).selectOption('Users with running investments')
    await page.getByText('counting...').waitFor()
    await answer()
    await page.getByText('1 person will receive this').waitFor()
  })

  test('records behind a figure that did not come can be asked for again', async () => {
    let refused = 0
    await page.route('**/api/admin/moves?*', (route) => {
      refused += 1
      return route.fulfill({ status: 422, json: { message: 'This list cannot be read.' } })
    })
    await page.goto('/dashboard?panel=figure&of=out%2030')
    await page.getByText('This list cannot be read.').waitFor()
    // its first page, with its sum, and that once more: a page reads everything again soon after it has come
    await expect.poll(() => refused).toBe(2)
    await page.unroute('**/api/admin/moves?*')
    await page.getByRole('dialog').getByRole('button', { name: /again/i }).click()
    await page.getByText('No money moved in this period.').waitFor()
    refusals(422)
  })

  test('plans and wallets that do not come say so', async () => {
    for (const path of ['plans', 'wallets']) {
      await page.route(`**/api/admin/${path}`, (route) =>
        route.fulfill({ status: 422, json: { message: 'This list cannot be read.' } }),
      )
      await page.goto(`/${path}`)
      await page.getByText('This list cannot be read.').waitFor()
      await page.unroute(`**/api/admin/${path}`)
      await page.getByRole('alert').getByRole('button').click()
      await page.getByRole('heading', { name: path === 'plans' ? 'Steady' : 'Bitcoin' }).waitFor()
      refusals(422)
    }
  })

  test('a record that is closed gives the focus back to its row', async () => {
    await page.goto('/admin-investments?sort=oldest')
    const row = page.getByRole('button', { name: '$104.00 by ben' })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Choose a record to see its details here.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('$104.00 by ben')
  })

  test('keys offer nothing while a request waits', async () => {
    const big = await invest('1041')
    await partner.must(`/api/approve-investment/${big}`)
    const { item } = (await owner.get(`/api/admin/investments/${big}`)).body
    const edit = { amount: '4041', date: item.began_at, status: 'approved', version: item.version, reason: 'All of it' }
    expect((await owner.post(`/api/update-investment/${big}`, edit)).status).toBe(202)
    await page.goto(`/admin-investments?tab=active&panel=investment&of=${big}`)
    await page.getByRole('region', { name: 'Waiting for a second approver' }).waitFor()
    await page.keyboard.press('e')
    await drawn(page)
    expect(opened()).toEqual(['investment', big])
  })

  test('a request for roles leads to where it is decided', async () => {
    const invitation = { email: 'new@mail.plumb.test', roles: ['support'], reason: 'Help' }
    expect((await owner.post('/api/invite-administrator', invitation)).status).toBe(202)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^Invitation to roles/ }).click()
    await page.getByRole('region', { name: 'Waiting for a second approver' }).waitFor()
  })

  test('whose roles are taken sees no more of others', async () => {
    const theirs = await journey.walker('light')
    await theirs.page.setViewportSize(DESK)
    await signIn(theirs.page, partner.email, PASSWORD)
    await theirs.page.goto('/admin-investments')
    await rowsOf(theirs.page).first().waitFor()
    await owner.must(`/api/set-roles/${partner.id}`, { roles: [] })
    await theirs.page.getByText(/^(Good \w+|Hello), partner/).waitFor()
    expect(new URL(theirs.page.url()).pathname).toBe('/')
    await theirs.context.close()
  })

  test('Ctrl+K finds a person, a record and a screen from wherever one is, by keyboard alone', async () => {
    const id = await invest('1051')
    const { item } = (await owner.get(`/api/admin/investments/${id}`)).body
    const find = page.getByRole('dialog', { name: 'Find' })
    const field = find.getByRole('combobox')
    const options = find.getByRole('option')
    const chosen = find.getByRole('option', { selected: true })
    await page.goto('/admin-withdrawals')
    await page.getByRole('button', { name: 'Find' }).waitFor()

    await page.keyboard.press('Control+k')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
    await page.keyboard.type('ann')
    await find.getByRole('group', { name: 'People' }).getByRole('option', { name: anna.email }).waitFor()
    await find.getByRole('status').getByText('1 found').waitFor()
    expect(await chosen.innerText()).toContain('anna')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.innerText()).toBe('Search the list of users for “ann”')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.innerText()).toContain('anna')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/view-account/${anna.id}`)
    await find.waitFor({ state: 'detached' })

    // pressed before the answer is there, Enter opens what was typed
    await page.getByRole('button', { name: 'Find' }).click()
    await find.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'anna' }).waitFor()
    const answer = await holdBack(page, '**/api/admin/find*')
    await field.fill(item.tranx_id.slice(0, 12))
    await page.keyboard.press('Enter')
    await drawn(page)
    await answer()
    await page.waitForURL(`**/admin-investments?panel=investment&of=${id}`)
    await page.getByRole('button', { name: 'Approve $1,051.00' }).waitFor()

    await page.keyboard.press('Control+k')
    await field.fill('audit')
    await expect.poll(() => options.allInnerTexts()).toEqual(['Audit Log', 'Search the list of users for “audit”'])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin-audit/)
    await find.waitFor({ state: 'detached' })
  })

  test('the search says when nothing is found, and leaves what was typed under it as it was', async () => {
    const find = page.getByRole('dialog', { name: 'Find' })
    const id = await invest('1061')
    await page.goto(`/admin-investments?panel=edit-investment&of=${id}`)
    const reason = page.getByLabel('Reason')
    await reason.fill('Half a sentence')
    await page.keyboard.press('Control+k')
    await find.getByRole('combobox').fill('no such thing')
    await find.getByText('Nothing begins with “no such thing”').waitFor()
    await page.keyboard.press('Escape')
    await find.waitFor({ state: 'detached' })
    expect(await reason.inputValue()).toBe('Half a sentence')
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason')
    expect(opened()).toEqual(['edit-investment', id])
  })

  test('on a phone the search fills the screen, over an open panel too, and twice as large letters fit', async () => {
    const phone = await journey.walker('dark')
    const theirs = phone.page
    await signIn(theirs, support.email, PASSWORD)
    const find = theirs.getByRole('dialog', { name: 'Find' })
    await theirs.goto('/admin-investments')
    await theirs
      .getByRole('button', { name: /by ben$/ })
      .first()
      .click()
    await theirs.getByRole('dialog', { name: 'Investment' }).waitFor()
    await theirs.keyboard.press('Control+k')
    await find.getByRole('combobox').fill('ben')
    await find.getByRole('option', { name: ben.email }).waitFor()
    const { width, height } = (await find.boundingBox()) ?? {}
    expect([width, height]).toEqual([390, 844])
    await expectAccessible(theirs)
    await theirs.evaluate('document.documentElement.style.fontSize = "200%"')
    const scrolls = 'document.querySelector("dialog").scrollWidth > innerWidth'
    expect(await theirs.evaluate(scrolls)).toBe(false)
    await theirs.keyboard.press('Escape')
    await find.waitFor({ state: 'detached' })
    await theirs.getByRole('dialog', { name: 'Investment' }).waitFor()
    expect(phone.complaints).toEqual([])
    await phone.context.close()
  })

  test('a withdrawal that waits says first what is unusual about it, and leads to where that stands', async () => {
    for (const person of [anna, ben]) {
      await owner.must(`/api/topup-user/${person.id}`, { amount: '20', reason: 'A gift' })
      await house.clock.move(1000)
      const to = { wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
      await person.must('/api/withdraw', { amount: '10', source: 'investment', ...to })
    }
    const [[annas], [bens]] = await Promise.all(
      [anna, ben].map(async (person) => (await person.get('/api/histories')).body.withdrawals),
    )
    await page.goto(`/admin-withdrawals?panel=withdrawal&of=${bens.id}`)
    const background = page.getByRole('region', { name: 'What is unusual' })
    await background.getByText(/^\d things are unusual$/).waitFor()
    await expectAccessible(page)
    await background.getByRole('link', { name: 'anna, once' }).click()
    await page.waitForURL(new RegExp(`panel=withdrawal&of=${annas.id}`))
    await background.getByRole('link', { name: 'ben, once' }).waitFor()
  })

  test('a withdrawal that its investor has cancelled is called so, and not counted with what was declined', async () => {
    const [bens] = (await ben.get('/api/histories')).body.withdrawals
    const [annas] = (await anna.get('/api/histories')).body.withdrawals
    await ben.must(`/api/cancel-withdrawal/${bens.id}`)
    await owner.must(`/api/decline-withdrawal/${annas.id}`, { reason: 'Asked for twice' })
    await page.goto('/admin-withdrawals?tab=completed&status=declined')
    await page.getByText('2 found, $10.00 together, $10.00 cancelled').waitFor()
    const row = (name: string) => rowsOf(page).filter({ hasText: name })
    await row('ben').getByText('cancelled', { exact: true }).waitFor()
    await row('anna').getByText('declined', { exact: true }).waitFor()
    await page.getByRole('button', { name: '$10.00 to ben' }).click()
    const record = page.getByRole('complementary', { name: 'Withdrawal' })
    await record.getByText('cancelled by the investor', { exact: true }).waitFor()
    expect(await record.innerText()).not.toMatch(/declined/i)
    await expectAccessible(page)
    await page.goto(`/view-account/${ben.id}?tab=withdrawals`)
    await rowsOf(page).getByText('cancelled', { exact: true }).waitFor()
  })

  test('no link leads somebody of support into a form that would be refused', async () => {
    const theirs = await journey.walker('light')
    await signIn(theirs.page, support.email, PASSWORD)
    for (const [path, shown] of [
      ['/plans?panel=create-plan', 'Steady'],
      ['/wallets?panel=create-wallet', 'Bitcoin'],
      ['/admin-funds?panel=record-funds', 'Bitcoin'],
    ] as const) {
      await theirs.page.goto(path)
      await theirs.page.getByRole('heading', { name: shown, exact: true }).waitFor()
      // the menu is such a panel too: where it has come, another would have
      await theirs.page.getByRole('button', { name: 'Menu' }).click()
      await theirs.page.getByRole('button', { name: 'Log Out' }).waitFor()
      expect(await theirs.page.getByRole('dialog').count()).toBe(1)
    }
    await theirs.context.close()
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    expect(walker.complaints).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
