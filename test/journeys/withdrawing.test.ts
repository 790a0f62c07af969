import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { intercepted } from '../support/hold-back.ts'
import { acknowledge, PASSWORD, signIn, textOf } from '../support/walk.ts'
import { askForCheckQuickly } from '../support/identity.ts'
import { THOROUGH } from '../support/thorough.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const TXID = 'c'.repeat(64)

/** Somebody who has earned 20.00, has 20.00 from inviting a friend, and 500.00 at work until March 15. */
describe('somebody who withdraws', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  let friend: Visitor
  let walker: Walker
  let page: Page

  const own = async (list: string) => (await investor.get('/api/histories')).body[list]
  const invest = async (who: Visitor, amount: string) => {
    const { plans, wallets } = (await who.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 }
    await who.must('/api/save-investment', choice)
    const { id } = (await who.get('/api/histories')).body.investments[0]
    await owner.must(`/api/approve-investment/${id}`)
  }
  const card = () => page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Withdrawable Balance' })
  const form = () => page.getByRole('dialog', { name: 'Request Withdrawal' })
  const detail = () => page.getByRole('dialog', { name: 'Withdrawal', exact: true })
  const lowestOf = async (what: Locator) => {
    const box = await what.boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }
  const totals = async () =>
    (await page.getByRole('tabpanel').getByRole('paragraph').allInnerTexts()).map((said) =>
      said.replaceAll(/\s+/g, ' '),
    )
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'withdraw' } }))
    investor = await journey.join('investor')
    friend = await journey.join('friend', { referral: 'investor' })
    walker = await journey.walker('dark')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  test('finds nothing there, in words, with the next step', async () => {
    await page.goto('/withdrawal')
    await page.getByRole('heading', { name: 'Withdrawal', exact: true }).waitFor()
    for (const [name, words] of [
      ['Pending', 'No pending Withdrawal records found for now'],
      ['Approved', 'No active Withdrawal records found for now'],
      ['Completed', 'No completed Withdrawals record available'],
      ['Declined', 'No declined Withdrawal records found for now'],
    ] as const) {
      await tab(name).click()
      await page.getByText(words).waitFor()
    }
    await tab('Pending').click()
    await page.getByRole('link', { name: 'Choose a plan' }).waitFor()
    expect(await textOf(page)).not.toContain('$')
    await page.getByRole('button', { name: 'View balance' }).click()
    await page
      .getByText('There is nothing to withdraw at the moment. What an investment earns can be withdrawn as it grows.')
      .waitFor()
    await page.getByText(/^updated now \d+:\d\d [AP]M$/).waitFor()
  })

  test('invites a friend by link, copy and QR code, and finds no referral yet, in words', async () => {
    await page.goto('/referral')
    await page.getByRole('heading', { name: 'Referral', exact: true }).waitFor()
    for (const [name, words] of [
      ['Pending', 'No pending referral records found for now'],
      ['Active', 'No active referral records found for now'],
      ['Completed', 'No completed referrals record available'],
      ['Declined', 'No declined referral records found for now'],
    ] as const) {
      await tab(name).click()
      await page.getByText(words).waitFor()
    }
    const link = `${house.url}/invitation?referral=investor`
    await page.getByText(link).waitFor()
    await page.getByRole('img', { name: 'QR code of your invitation link' }).waitFor()
    await page.getByRole('button', { name: 'Copy your invitation link' }).click()
    await page.getByText('Copied!').first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.getByRole('button', { name: 'Copy the invitation', exact: true }).first().click()
    await page.getByRole('button', { name: 'Copied!' }).waitFor()
  })

  test('sees a referral come in on the open screen, of what it is a share, and what has happened to it', async () => {
    await invest(friend, '400')
    await tab('Pending').click()
    const rows = page.getByRole('list', { name: 'Pending referrals' })
    await rows.getByText(friend.email).waitFor()
    const text = await rows.innerText()
    expect(text).toContain('$20.00')
    expect(text).toContain('Mar 1')
    expect(text).toMatch(/pending/i)
    await rows.getByRole('button', { name: friend.email }).click()
    const panel = page.getByRole('dialog', { name: 'Referral' })
    await panel.getByText('Under review').waitFor()
    const said = (await panel.innerText()).replaceAll(/\s+/g, ' ')
    expect(said).toContain('Invested by them $400.00')
    expect(said).toContain('× 5%')
    expect(said).toContain('= $20.00')
    await panel.getByText('No money has moved yet.').waitFor()
    const [{ id }] = await own('referrals')
    await owner.must(`/api/approve-referral/${id}`)
    await panel.getByText('It was added to your Referral Wallet.').waitFor()
    await panel.getByText('Approved', { exact: true }).first().waitFor()
    await panel.getByText('Referral bonus', { exact: true }).last().waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await tab('Active').click()
    await page.getByRole('list', { name: 'Active referrals' }).getByText(friend.email).waitFor()
    await page.getByRole('button', { name: 'click for balance' }).click()
    await page.getByRole('button', { name: '$20.00' }).click()
    await page.waitForURL('**/referral?*panel=story&of=referral')
  })

  test('reads why a referral was declined', async () => {
    await page.goto('/referral')
    await invest(friend, '100')
    const [{ id }] = await own('referrals')
    await owner.must(`/api/decline-referral/${id}`, { reason: 'Both share one document' })
    await tab('Declined').click()
    await page.getByRole('list', { name: 'Declined referrals' }).getByRole('button', { name: friend.email }).click()
    const panel = page.getByRole('dialog', { name: 'Referral' })
    await panel.getByText('Both share one document', { exact: true }).waitFor()
    await panel.getByText('It was declined, so there is no bonus.').waitFor()
  })

  test('is told what can be withdrawn, and that the identity check comes first', async () => {
    await invest(investor, '500')
    await daysPass(house, 10)
    await page.goto('/withdrawal')
    await card()
      .getByText(
        'You can withdraw $40.00 as soon as your identity check is approved: $20.00 from your Earnings Wallet and $20.00 from your Referral Wallet.',
      )
      .waitFor()
    await card().getByRole('link', { name: 'Ends Mar 15, 2026' }).waitFor()
    expect((await card().innerText()).replaceAll(/\s+/g, ' ')).toContain('Steady Ends Mar 15, 2026 $500.00')
    // on the button, before anything is filled in
    const first = card().getByRole('link', { name: /^Verify identity to withdraw/ })
    expect(await first.getAttribute('href')).toBe('/kyc')
    expect(await page.getByRole('button', { name: /^Request Withdrawal/ }).count()).toBe(0)
    await page.goto('/withdraw')
    await form().getByRole('link', { name: 'Ask for a check' }).waitFor()
    expect(await form().getByLabel('Amount in USD').count()).toBe(0)
    await askForCheckQuickly(house, investor)
    await card()
      .getByRole('link', { name: /^Identity check under review/, includeHidden: true })
      .waitFor({ state: 'attached' })
    await owner.must(`/api/approve-kyc/${investor.id}`)
    await form().getByLabel('Amount in USD').waitFor()
    await page.keyboard.press('Escape')
    await form().waitFor({ state: 'detached' })
    await card()
      .getByText('You can withdraw $40.00 now: $20.00 from your Earnings Wallet and $20.00 from your Referral Wallet.')
      .waitFor()
  })

  test('sees it grow by the second, and has two ways to why', async () => {
    const earnings = card().getByRole('listitem').filter({ hasText: 'Earnings' })
    const first = await earnings.innerText()
    expect(first).toMatch(/\$20\.\d{5}/)
    await expect.poll(() => earnings.innerText()).not.toBe(first)
    await card().getByRole('button', { name: 'Why this number? Referral Wallet' }).click()
    await page.waitForURL('**/withdrawal?*panel=story&of=referral')
    await page.goBack()
    await card().getByRole('button', { name: 'Why this number? Earnings Wallet' }).click()
    await page.waitForURL('**/withdrawal?*panel=story&of=earnings')
    await page.goto('/withdrawal')
  })

  test('reads by date what comes, and keeps the dates for a calendar', async () => {
    await page.getByRole('button', { name: 'What comes when' }).click()
    const panel = page.getByRole('dialog', { name: 'What comes when' })
    await panel
      .getByRole('img', { name: 'What you can withdraw: $40.00 today, $548.00 on Mar 15, 2026.' })
      .waitFor({ state: 'attached' })
    const [today = '', end = ''] = await panel.getByRole('list', { name: 'By date' }).locator('> li').allInnerTexts()
    expect(today.replaceAll(/\s+/g, ' ')).toBe('Today $40.00')
    expect(end.replaceAll(/\s+/g, ' ')).toMatch(
      /^Mar 15, .* \$548\.00 Can be withdrawn Steady ends \$500\.00 comes back \$(8\.00|7\.9\d) earned until then$/,
    )
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: /^Add to your calendar/ }).click(),
    ])
    expect(file.suggestedFilename()).toBe('plumb-dates.ics')
    const calendar = ICAL.Component.fromString(await readFile(await file.path(), 'utf8'))
    const [event, ...more] = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
    const [{ ends_at: endsAt }] = await own('investments')
    expect(more).toEqual([])
    expect(event?.summary).toBe('Plumb: Steady ends, $500.00 comes back')
    expect(event?.startDate.toJSDate()).toEqual(new Date(Math.floor(Date.parse(endsAt) / 1000) * 1000))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('asks for 15.00 with the keyboard alone, and is told in words what is wrong on the way', async () => {
    const keys = page.keyboard
    // what is asked for is to be seen afterwards, whichever tab was looked at before
    await tab('Approved').click()
    await page
      .getByRole('button', { name: /^Request Withdrawal/ })
      .first()
      .focus()
    await keys.press('Enter')
    const amount = form().getByLabel('Amount in USD')
    await amount.waitFor()
    await tabTo(page, 'Amount in USD')
    await keys.type('20.50')
    await keys.press('Enter')
    await form().getByText('withdrawal amount must not exceed $20.00').waitFor()
    await form().getByText('Enter the address to pay it to.').waitFor()
    await expect.poll(() => amount.and(page.locator(':focus')).count()).toBe(1)
    await keys.press('ControlOrMeta+A')
    await keys.type('15')
    await tabTo(page, 'Wallet address')
    await keys.type(TRON)
    await form().getByText('This is an address of the Tron network, not of Bitcoin.').waitFor()
    await keys.press('ControlOrMeta+A')
    await keys.type(THEIR_BITCOIN.slice(0, -1) + 'x')
    await form().getByText('This address is mistyped').waitFor()
    await keys.press('ControlOrMeta+A')
    await keys.type(THEIR_BITCOIN)
    await form().getByText('This is an address of the Bitcoin network. Is it yours?').waitFor()
    const summary = form().getByRole('region', { name: 'Your withdrawal' })
    expect((await summary.innerText()).replaceAll(/\s+/g, '')).toContain(THEIR_BITCOIN)
    await summary.getByText('$5.00').waitFor()
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Okay' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Successful' }).innerText()).toContain('has been requested')
    await keys.press('Enter')
    const rows = page.getByRole('list', { name: 'Pending withdrawals' })
    await rows.getByText('$15.00').waitFor()
    await page.waitForURL('**/withdrawal?tab=pending')
    const text = await rows.innerText()
    expect(text).toContain('Bitcoin')
    expect(text).toContain('Mar 11')
    expect(text).toMatch(/pending/i)
    await card()
      .getByText('You can withdraw $25.00 now: $5.00 from your Earnings Wallet and $20.00 from your Referral Wallet.')
      .waitFor()
    await card().getByRole('button', { name: 'Under review' }).waitFor()
  })

  test('is refused by the server in the same words', async () => {
    const answer = await investor.post('/api/withdraw', {
      amount: '20.01',
      source: 'referral',
      wallet_address: THEIR_BITCOIN,
      wallet_name: 'Bitcoin',
    })
    const words = 'withdrawal amount must not exceed $20.00'
    expect([answer.status, answer.body.message, answer.body.errors.amount]).toEqual([422, words, [words]])
  })

  test('looks at it whole, and cancels it after having read what that means', async () => {
    await page.getByRole('list', { name: 'Pending withdrawals' }).getByRole('button', { name: '$15.00' }).click()
    await detail().getByText('An administrator reviews it before it is paid').waitFor()
    const said = await detail().innerText()
    expect(said.replaceAll(/\s+/g, '')).toContain(THEIR_BITCOIN)
    expect(said).toContain('On the Bitcoin network')
    await detail().getByText('Held for a withdrawal', { exact: true }).waitFor()
    await detail().getByRole('button', { name: 'Cancel this withdrawal' }).click()
    await detail().getByText('$15.00 goes back to your Earnings Wallet at once.').waitFor()
    // all of it is in sight, and the focus is there
    expect(
      await detail()
        .getByRole('heading', { name: 'Cancel it?' })
        .evaluate((head) => head.matches(':focus')),
    ).toBe(true)
    await expect
      .poll(() => lowestOf(detail().getByRole('button', { name: 'Keep it' })))
      .toBeLessThanOrEqual(PHONE.height)
    await detail().getByRole('button', { name: 'Keep it' }).click()
    expect((await own('withdrawals'))[0].status).toBe('pending')
    await detail().getByRole('button', { name: 'Cancel this withdrawal' }).click()
    await detail().getByRole('button', { name: 'Cancel and take back $15.00' }).click()
    await acknowledge(page)
    await detail().getByText('Cancelled', { exact: true }).waitFor()
    await detail().getByText('Withdrawal returned', { exact: true }).waitFor()
    await detail().getByText('You cancelled it. It went back to your Earnings Wallet.').waitFor()
    expect(await detail().innerText()).not.toMatch(/declined|cancelled by investor/i)
    await page.keyboard.press('Escape')
    await tab('Declined').click()
    const listed = page.getByRole('list', { name: 'Declined withdrawals' }).getByRole('listitem')
    await expect.poll(() => listed.innerText()).toMatch(/\$15\.00[^]*cancelled/i)
    expect(await listed.innerText()).not.toMatch(/declined/i)
    expect(await totals()).toEqual(['Cancelled in all $15.00'])
    await page.getByRole('button', { name: 'Notifications' }).click()
    const told = page.getByRole('dialog', { name: 'Notifications' }).getByText('Withdrawal cancelled').first()
    await expect.poll(() => told.locator('xpath=ancestor::li[1]').innerText()).toMatch(/\ncancelled\n/i)
    await page.keyboard.press('Escape')
  })

  test('keeps the form when the line is lost, before and after sending, and however often it is sent it counts once', async () => {
    await page.goto('/withdrawal?panel=withdraw&of=referral')
    await form().getByLabel('Amount in USD').fill('10')
    await form().getByLabel('Wallet address').fill(THEIR_BITCOIN)
    const send = form().getByRole('button', { name: 'Withdraw $10.00' })
    const before = walker.complaints.length
    const failsWith = async (words: string) => {
      await send.click()
      const failed = page.getByRole('alertdialog', { name: 'Failed' })
      await failed.getByText(words).waitFor()
      await failed.getByRole('button', { name: 'Okay' }).click()
      await failed.waitFor({ state: 'detached' })
    }
    await walker.context.setOffline(true)
    try {
      await failsWith('You are offline, so nothing was sent.')
    } finally {
      await walker.context.setOffline(false)
    }
    // It arrives, its answer does not.
    const answerIsLost = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }
    await page.route('**/api/withdraw', answerIsLost, { times: 1 })
    await intercepted(page)
    await failsWith('it is not known whether this was done')
    walker.complaints.splice(before)
    expect(await form().getByLabel('Amount in USD').inputValue()).toBe('10')
    await send.dblclick()
    await acknowledge(page)
    const open = (await own('withdrawals')).filter(({ status }: { status: string }) => status === 'pending')
    expect(open).toMatchObject([{ amount: '10.00', source: 'referral' }])
  })

  test('sees it approved and paid on the open panel, with the transaction to copy', async () => {
    await page.goto('/withdrawal')
    await page.getByRole('list', { name: 'Pending withdrawals' }).getByRole('button', { name: '$10.00' }).click()
    const [{ id, amount, created_at: date }] = await own('withdrawals')
    await owner.must(`/api/approve-withdrawal/${id}`)
    await detail().getByText('To be paid', { exact: true }).waitFor()
    expect(await detail().getByRole('button', { name: 'Cancel this withdrawal' }).count()).toBe(0)
    await owner.must(`/api/update-withdrawal/${id}`, { amount, date, status: 'completed', txid: TXID })
    await detail().getByRole('button', { name: 'Copy the transaction id' }).click()
    await detail().getByText('Copied!').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(TXID)
    await page.keyboard.press('Escape')
    await tab('Completed').click()
    await page.getByRole('list', { name: 'Completed withdrawals' }).getByText('$10.00').waitFor()
  })

  test('reads what was declined summed for itself, beside what they have cancelled', async () => {
    await investor.must('/api/withdraw', {
      amount: '1.50',
      source: 'referral',
      wallet_address: THEIR_BITCOIN,
      wallet_name: 'Bitcoin',
    })
    const [{ id }] = await own('withdrawals')
    await owner.must(`/api/decline-withdrawal/${id}`, { reason: 'A wrong network' })
    await page.goto('/withdrawal?tab=declined')
    await page.getByRole('list', { name: 'Declined withdrawals' }).getByText('$1.50').waitFor()
    expect(await totals()).toEqual(['Declined in all $1.50', 'Cancelled in all $15.00'])
    // a form that was opened by its address leads to what was asked for, too
    await page.goto('/withdrawal?tab=declined&panel=withdraw&of=referral')
    await form().getByLabel('Amount in USD').fill('0.50')
    await form().getByLabel('Wallet address').fill(THEIR_BITCOIN)
    await form().getByRole('button', { name: 'Withdraw $0.50' }).click()
    await acknowledge(page)
    await page.getByRole('list', { name: 'Pending withdrawals' }).getByRole('button', { name: '$0.50' }).click()
    await detail().getByRole('button', { name: 'Cancel this withdrawal' }).click()
    await detail().getByRole('button', { name: 'Cancel and take back $0.50' }).click()
    await acknowledge(page)
  })

  test('is offered the address used before', async () => {
    await page.goto('/withdraw')
    await form().getByRole('list', { name: 'Addresses used before' }).getByRole('button').click()
    expect(await form().getByLabel('Wallet address').inputValue()).toBe(THEIR_BITCOIN)
  })

  test('sees the whole button beside the list on a laptop, also where the demo says that it is one', async () => {
    await page.setViewportSize(DESK)
    try {
      await page.goto('/withdrawal?panel=withdraw')
      const beside = page.getByRole('complementary', { name: 'Request Withdrawal' })
      const send = beside.getByRole('button', { name: 'Withdraw', exact: true })
      await send.waitFor()
      // what its line takes of the height
      await page.evaluate(`document.documentElement.style.setProperty('--banner', '20px')`)
      await beside.getByLabel('Amount in USD').fill('9999999')
      await beside.getByText('withdrawal amount must not exceed').waitFor()
      const sends = beside.getByRole('button', { name: 'Withdraw $9,999,999.00' })
      await expect.poll(async () => (await lowestOf(sends)) <= (await lowestOf(beside))).toBe(true)
      expect(await lowestOf(beside)).toBeLessThanOrEqual(DESK.height - 20)
    } finally {
      await page.setViewportSize(PHONE)
    }
  })

  test('reads of many the first fifty, and more when asked', async () => {
    // Nothing is drawn fifty times over meanwhile.
    await page.goto('about:blank')
    for (let count = 0; count < 52; count += 1) {
      await investor.must('/api/withdraw', {
        amount: '0.10',
        source: 'referral',
        wallet_address: THEIR_BITCOIN,
        wallet_name: 'Bitcoin',
      })
    }
    await page.goto('/withdrawal')
    const rows = page.getByRole('list', { name: 'Pending withdrawals' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByText('Pending in all').locator('..').getByText('$5.20').waitFor()
    await page.getByRole('button', { name: 'Show 2 more' }).click()
    await expect.poll(() => rows.count()).toBe(52)
    await card().getByText('50 more withdrawals').waitFor()
  })

  test('is told when no payment method is open', async () => {
    const [{ id, wallet_name: name, wallet_address: address }] = await own('wallets')
    await owner.must(`/api/update-wallet/${id}`, { name, address, available: false })
    await card().getByText('as soon as a payment method is available again').waitFor()
    await page
      .getByRole('button', { name: /^Request Withdrawal/ })
      .first()
      .click()
    await form().getByText('No payment method is available at the moment, so nothing can be paid out.').waitFor()
  })

  test('and nothing failed on the way', async () => {
    expect(walker.complaints).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})

describe('somebody who was given something, and whose investment earns cents each second', THOROUGH, () => {
  let journey: Journey
  let investor: Visitor
  let page: Page
  const form = () => page.getByRole('dialog', { name: 'Request Withdrawal' })

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    investor = await journey.join('investor')
    ;({ page } = await journey.walker('light'))
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  test('reads nothing of earnings while all of it is a top-up', async () => {
    await page.goto('/withdrawal')
    await page.getByRole('button', { name: /^Request Withdrawal ?Withdraw your earnings$/ }).waitFor()
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '20', reason: 'Welcome' })
    await page.getByRole('button', { name: /^Request Withdrawal ?Withdraw your balance$/ }).click()
    await form().getByText('Withdraw your balance').waitFor()
    expect(await textOf(page)).not.toContain('Withdraw your earnings')
    await page.goto('/dashboard?panel=withdrawal&of=earnings')
    await page.getByRole('link', { name: 'Withdraw from your Earnings Wallet' }).click()
    await form().waitFor()
  })

  test('reads at each second the same amount on the page, in the form and in its refusal', async () => {
    const { owner } = journey
    const most = '100000000'
    const terms = { min_amount: '1', max_amount: most, durations_copy: '14', ref_bonus: '0', daily_roi: '0.4' }
    await owner.must('/api/create-plan', { name: 'Vast', description: '', ...terms })
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const { id: plan_id } = plans.find(({ name }: { name: string }) => name === 'Vast')
    const choice = { plan_id, wallet_id: wallets[0].id, amount: '10000000', duration: 14 }
    await investor.must('/api/save-investment', choice)
    await owner.must(`/api/approve-investment/${(await investor.get('/api/histories')).body.investments[0].id}`)

    await page.goto('/withdrawal')
    await page.getByRole('button', { name: 'View balance' }).click()
    await page.getByRole('button', { name: /^Request Withdrawal ?Withdraw your earnings$/ }).click()
    await form().getByLabel('Amount in USD').fill('9000000')
    const said = async () => {
      const text = await textOf(page)
      const [, onPage] = /You can withdraw \$([\d,.]+) now, all of it from your Earnings Wallet/.exec(text) ?? []
      const [, inForm] = /Source Earnings Wallet \$([\d,.]+)/.exec(text) ?? []
      const [, refused] = /must not exceed \$([\d.,]+)/.exec(text) ?? []
      return [onPage?.replaceAll(',', ''), inForm?.replaceAll(',', ''), refused?.replaceAll(',', '')]
    }
    let [before] = await said()
    for (let second = 0; second < 3; second += 1) {
      await expect.poll(async () => (await said())[0]).not.toBe(before)
      const [onPage, ...others] = await said()
      expect(others).toEqual([onPage, onPage])
      before = onPage
    }
  })
})

/** Goes on with the Tab key until a field has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label)
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await field.and(page.locator(':focus')).count()) === 1) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${label} cannot be reached with the Tab key`)
}
