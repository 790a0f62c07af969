/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { PHONE, type Walker } from '../support/browser.ts'
import { drawn, holdBack, intercepted } from '../support/hold-back.ts'
import { PASSWORD, signIn, textOf } from '../support/walk.ts'

/** Where a box ends, from the left. */
const edge = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Infinity)

/** What stands around every screen of an investor: the bars, the menus, the dashboard's ways, the modals. */
describe('the frame of an investor', () => {
  let journey: Journey
  let owner: Visitor
  let investor: Visitor
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    owner = journey.owner
    investor = await journey.join('investor')
    walker = await journey.walker('dark', { moving: true, kept: true })
    page = walker.page
    await signIn(page, 'investor@mail.plumb.test', PASSWORD)
  })
  afterAll(() => journey.close())

  const at = async (path: string) => {
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByText('Welcome').waitFor()
    return page.getByRole('dialog', { name: 'Menu' })
  }

  test('has Invest, Withdraw, Home, Referral and Support in the bottom bar, and each leads there', async () => {
    const bar = page.getByRole('navigation', { name: 'Main' })
    const all = ['Invest', 'Withdraw', 'Home', 'Referral', 'Support']
    await expect.poll(() => bar.getByRole('link').allInnerTexts()).toEqual(all)
    await bar.getByRole('link', { name: 'Invest' }).click()
    await at('/invest')
    await bar.getByRole('link', { name: 'Withdraw' }).click()
    await at('/withdrawal')
    await page.getByRole('dialog', { name: /withdraw/i }).waitFor()
    await page.keyboard.press('Escape')
    await bar.getByRole('link', { name: 'Referral' }).click()
    await at('/referral')
    await bar.getByRole('link', { name: 'Home' }).click()
    await at('/')
    expect(await bar.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support')
  })

  test('has in Support, as long as it has no address, what helps an investor, and nothing for the operator', async () => {
    await page.goto('/support')
    await page.getByRole('heading', { level: 1, name: 'You can’t write to us yet' }).waitFor()
    await expect
      .poll(() => page.getByRole('link').allInnerTexts())
      .toEqual(['Plumb', 'Choose a new password', 'Your investments', 'Your withdrawals', 'Back to Plumb'])
    expect(await textOf(page)).not.toMatch(/SUPPORT_URL|MAIL_FROM|owner/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Your withdrawals' }).click()
    await page.getByRole('heading', { name: 'Withdrawal' }).first().waitFor()
  })

  test('has on the dashboard four quick actions, and Withdraw opens the form', async () => {
    await page.goto('/dashboard')
    const actions = page.getByRole('navigation', { name: 'Quick actions' })
    await actions.getByRole('link', { name: 'Market' }).waitFor()
    expect(await actions.getByRole('link').allInnerTexts()).toEqual(['Invest', 'Withdraw', 'Referral', 'Market'])
    for (const [name, path] of [
      ['Invest', '/invest'],
      ['Withdraw', '/withdrawal'],
      ['Referral', '/referral'],
      ['Market', '/market'],
    ] as const) {
      await page.goto('/dashboard')
      await actions.getByRole('link', { name }).click()
      await at(path)
    }
  })

  test('shows on the dashboard three balances that open on a tap, with the time, and a menu on each', async () => {
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'DASHBOARD' }).or(page.getByText('DASHBOARD')).first().waitFor()
    const cards = page.getByRole('list', { name: 'Balances' }).getByRole('listitem')
    await expect
      .poll(() => cards.getByRole('heading').allInnerTexts())
      .toEqual(['Earnings Wallet', 'Referral Wallet', 'Current Investment'])
    expect(await cards.first().innerText()).not.toContain('$')
    await cards.first().getByRole('button', { name: 'click for balance' }).click()
    await cards.first().getByText('$0.00').waitFor()
    expect(await cards.first().innerText()).toMatch(/updated now \d{1,2}:\d\d [AP]M/)
    const height = (await cards.first().boundingBox())?.height ?? 0
    expect(Math.round(height)).toBe(170)
    await cards.nth(1).getByRole('button', { name: 'Withdraw from Referral Wallet' }).click()
    const menu = page.getByRole('navigation', { name: 'Withdrawal' })
    await menu.getByRole('link', { name: 'Withdraw your referral balance' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  test('keeps what stands on a card in its place, wherever the focus goes', async () => {
    await page.goto('/dashboard')
    await page.getByRole('list', { name: 'Balances' }).waitFor()
    // as a browser scrolls a box whose engraving reaches beyond it, to show what is focused in it
    const scroll = `(() => {
      const card = document.querySelector('[aria-label=Balances] section')
      card.scrollTop = 40
      return card.scrollTop
    })()`
    expect(await page.evaluate(scroll)).toBe(0)
  })

  test('stands in one place beside every screen where there is room, and the screens begin in one place', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const places = []
    for (const path of ['/dashboard', '/statement', '/profile']) {
      await page.goto(path)
      const menu = await page.getByRole('navigation', { name: 'Menu' }).boundingBox()
      const screen = await page.getByRole('main').boundingBox()
      places.push({ menu: menu?.x, screen: screen?.x })
    }
    await page.setViewportSize(PHONE)
    expect(places).toEqual([places[0], places[0], places[0]])
  })

  test('shows the chosen tab whole on the narrowest phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/investment?tab=declined')
    const tab = page.getByRole('tab', { name: 'Declined' })
    await tab.waitFor()
    await expect.poll(async () => edge(await tab.boundingBox())).toBeLessThanOrEqual(320 - 20)
    await page.setViewportSize(PHONE)
  })

  test('shows the last 24 hours, the activities and the counter with five decimals, none of them made up', async () => {
    await page.goto('/dashboard')
    const said = await page
      .getByText('No investment is approved yet. Real investments appear here.')
      .waitFor()
      .then(() => textOf(page))
    for (const words of ['Referral /24hrs', 'Trades /24hrs', 'Withdrawals /24hrs', 'Trading activities', '$0.00000']) {
      expect(said).toContain(words)
    }
  })

  test('has a side menu with the welcome, the quick icons, every place, profile and log out', async () => {
    await page.goto('/dashboard')
    const menu = await openMenu()
    expect(await menu.getByRole('navigation', { name: 'Quick' }).getByRole('link').allInnerTexts()).toEqual([
      'Invest',
      'Withdraw',
      'Referral',
    ])
    const places = await menu.getByRole('navigation', { name: 'Menu' }).getByRole('link').allInnerTexts()
    expect(places).toEqual(
      expect.arrayContaining(['Home', 'Investment', 'Withdrawal', 'Referral', 'Market', 'Profile', 'Security']),
    )
    await menu.getByText(/^© \d{4} Plumb$/).waitFor()
    await menu
      .getByRole('button', { name: /^Welcome/ })
      .or(menu.getByRole('button', { name: /investor/ }))
      .first()
      .click()
    await page
      .getByRole('link', { name: 'Account' })
      .or(page.getByRole('menuitem', { name: 'Account' }))
      .first()
      .click()
    await at('/profile')
    for (const [name, path] of [
      ['Investment', '/investment'],
      ['Market', '/market'],
    ] as const) {
      const again = await openMenu()
      await again.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
      await at(path)
      await again.waitFor({ state: 'detached' })
    }
  })

  test('closes a panel once, also where its button is pressed twice', async () => {
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referral' }).click()
    await at('/referral')
    const close = (await openMenu()).getByRole('button', { name: 'Close' })
    // both before the first has closed it: a browser that is slow enough would give the second to what lies below
    await close.evaluate((button: { click: () => void }) => [button.click(), button.click()])
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' })
    await drawn(page)
    await at('/referral')
    // and Back is a person's again
    await page.goBack()
    await at('/dashboard')
  })

  test('turns dark and light by the toggle, and the device keeps it', async () => {
    await page.goto('/dashboard')
    const menu = await openMenu()
    const toggle = menu.getByRole('switch', { name: 'Dark mode' })
    const before = await toggle.getAttribute('aria-checked')
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const was = await paper()
    await toggle.click()
    expect(await toggle.getAttribute('aria-checked')).not.toBe(before)
    await expect.poll(paper).not.toBe(was)
    expect(await page.evaluate("localStorage.getItem('theme')")).toBe(before === 'true' ? 'light' : 'dark')
    await page.reload()
    expect(await paper()).not.toBe(was)
    // the open menu stands in the address
    await toggle.click()
    await expect.poll(paper).toBe(was)
    await page.keyboard.press('Escape')
    // closing goes a step back, which would break off what is opened meanwhile
    await menu.waitFor({ state: 'detached' })
    await page.waitForURL('**/dashboard')
  })

  test('lists what has changed in the notifications, live, and lets it be read', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '12.50', reason: 'Welcome' })
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByText('$12.50').waitFor()
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await panel.getByText('You have read everything.').waitFor()
    await panel.getByText('$12.50').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })

  test.each([390, 1280])(
    'opens from a notification its record at %s pixels, which is read then and stays',
    async (width) => {
      const size = page.viewportSize() ?? { width: 390, height: 844 }
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/dashboard')
      const [amount, way] = width === 390 ? ['31', 'topup'] : ['3', 'deduct']
      await owner.must(`/api/${way}-user/${investor.id}`, { amount, reason: 'Welcome again' })
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
      const panel = page.getByRole('dialog', { name: 'Notifications' })
      const item = panel.getByRole('listitem').filter({ hasText: `$${amount}.00` })
      await item.getByText('New', { exact: true }).waitFor()
      await expectAccessible(page)
      await item.getByRole('link').focus()
      await page.keyboard.press('Enter')
      const story = page.getByRole('dialog', { name: 'Why this number' })
      await story
        .getByText(new RegExp(`\\$${amount}\\b`))
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Notifications', exact: true }).click()
      await item.waitFor()
      // the list is read again once it is known to be read
      await item.getByText('New', { exact: true }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await page.setViewportSize(size)
    },
  )

  test('says so kindly where a notification leads to a record that cannot be shown', async () => {
    for (const record of ['investment', 'withdrawal', 'referral']) {
      await page.goto(`/${record}?panel=details&of=${owner.id}`)
      await page.getByRole('dialog').getByText(`This ${record} isn’t among yours.`).waitFor()
    }
  })

  test('says how many payments are still unpaid, and leads to the newest', async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, duration: 14 }
    await page.goto('/dashboard')
    await investor.must('/api/save-investment', { ...choice, amount: '100' })
    await page.getByText('1 payment is still unpaid').waitFor()
    await investor.must('/api/save-investment', { ...choice, amount: '250' })
    await page.getByRole('link', { name: /2 payments are still unpaid/ }).click()
    await at('/payment')
    await page.getByText('$250.00').first().waitFor()
  })

  test('says nothing of background loads that failed, and shows what it had', async () => {
    await page.goto('/dashboard')
    await page.getByText('2 payments are still unpaid').waitFor()
    await page.route('**/api/{balance,histories,analysis}', (route) => route.abort('connectionfailed'))
    await intercepted(page)
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '1.00', reason: 'Reads again what cannot be read' })
    await expect.poll(() => walker.complaints.some((complaint) => complaint.includes('/api/balance'))).toBe(true)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.getByText('2 payments are still unpaid').waitFor()
    await page.unroute('**/api/{balance,histories,analysis}')
    walker.complaints.length = 0
  })

  test('says so where nothing could be read and nothing is here, and tries again when asked', async () => {
    // the figures that were kept, and not the app's own files
    await page.evaluate('caches.delete("kept-text")')
    await page.route('**/api/{balance,histories,analysis}', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/dashboard')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/api/{balance,histories,analysis}')
    const goOn = await holdBack(page, '**/api/{balance,histories,analysis}')
    await again.click()
    // it says that it asks, and asks once
    const asking = page.getByRole('button', { name: 'Trying again…' })
    expect(await asking.getAttribute('aria-disabled')).toBe('true')
    await goOn()
    await page.getByText('2 payments are still unpaid').waitFor()
    await asking.or(again).waitFor({ state: 'detached' })
    walker.complaints.length = 0
  })

  test('opens a modal 320 px wide, above all, which Back closes', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/withdrawal')
    await page
      .getByRole('button', { name: /Request Withdrawal/ })
      .first()
      .click()
    const panel = page.getByRole('dialog', { name: /withdraw/i })
    await panel.getByLabel(/^Amount/).fill('5')
    await panel
      .getByLabel(/address/i)
      .first()
      .fill(THEIR_BITCOIN)
    // the page goes without a line for a moment, as on a train
    await expect
      .poll(() =>
        page.evaluate('performance.getEntriesByType("resource").some(({ name }) => name.includes("modal-dialog"))'),
      )
      .toBe(true)
    await walker.context.setOffline(true)
    await panel
      .getByRole('button', { name: /^(Withdraw|Request)/ })
      .last()
      .click()
    const modal = page.getByRole('alertdialog', { name: 'Failed' })
    try {
      await modal.waitFor()
      expect((await modal.boundingBox())?.width).toBe(320)
      await page.goBack()
      await modal.waitFor({ state: 'detached' })
    } finally {
      await walker.context.setOffline(false)
    }
  })
  test('shows the switch to admin to those who have a role, and back', async () => {
    const staff = await journey.walker('dark')
    try {
      await signIn(staff.page, OWNER.email, OWNER.password)
      await staff.page.getByText('Currently using Admin account for').waitFor()
      await staff.page.getByRole('button', { name: 'Menu' }).click()
      await staff.page.getByRole('button', { name: 'Switch to user' }).click()
      await staff.page.getByRole('list', { name: 'Balances' }).waitFor()
      await staff.page.getByRole('button', { name: 'Menu' }).click()
      await staff.page.getByRole('button', { name: 'Switch to admin' }).click()
      await staff.page.getByText('Currently using Admin account for').waitFor()
      expect(staff.complaints).toEqual([])
    } finally {
      await staff.context.close()
    }
    await page.goto('/dashboard')
    const menu = await openMenu()
    expect(await menu.getByRole('button', { name: /^Switch to/ }).count()).toBe(0)
  })

  test('sends home whoever asks for a screen that is not theirs', async () => {
    for (const path of ['/admin-investments', '/list-users', '/wallets', '/login']) {
      await page.goto(path)
      await at('/')
      await page.getByRole('list', { name: 'Balances' }).waitFor()
    }
  })

  test('logs out, forgets what it had stored, and is at the sign-in', async () => {
    await page.goto('/dashboard')
    await (await openMenu()).getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    expect(
      await page.evaluate("['auth-token','user','plans','wallets'].map((key) => localStorage.getItem(key))"),
    ).toEqual([null, null, null, null])
    // the lines that were cut, and the answers that were spoilt, on purpose
    expect(walker.complaints.filter((complaint) => !/ERR_INTERNET_DISCONNECTED|status of 500/.test(complaint))).toEqual(
      [],
    )
  })
})
