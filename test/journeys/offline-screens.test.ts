/** @module-tag thorough */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER, startTestApp, type TestApp } from '../support/app.ts'
import type { Visitor } from '../support/visitor.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { drawn, intercepted } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { makeOffer, PASSWORD, signInByForm } from '../support/walk.ts'

let browser: Browser
let house: TestApp
let investor: Visitor
const open: Walker[] = []
beforeAll(async () => {
  browser = await openBrowser()
  house = await startTestApp({ env: { KYC: 'off' } })
  const owner = await house.owner()
  await makeOffer(owner)
  investor = house.visitor()
  await investor.join('investor')
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 30 }
  await investor.must('/api/save-investment', choice)
  await owner.must(`/api/approve-investment/${(await investor.get('/api/histories')).body.investments[0].id}`)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '50', reason: 'Welcome' })
})
afterAll(async () => {
  for (const { context } of open) await context.close()
  await house.close()
})

async function walker(email: string, password: string, options = {}): Promise<Walker> {
  const opened = await openWalker(browser, house.url, 'light', options)
  open.push(opened)
  await signInByForm(opened.page, email, password)
  return opened
}

/** Goes to a screen as a link of the app does, without loading the page. */
const go = (page: Page, path: string) => inPage(page, `history.pushState({}, '', ${JSON.stringify(path)})`)
/** What of the app is missing, or still said to be coming, on a screen where nothing more can come. */
const wrongOn = (page: Page) =>
  inPage<string>(
    page,
    `const main = document.querySelector('main')
    if (!main || !document.querySelector('nav[aria-label=Main]')) return 'the frame is gone'
    if (main.querySelector('[data-coming]') || /loading\\.\\.\\./.test(main.innerText)) return 'something is coming'
    return main.innerText.trim() === '' ? 'nothing is there' : ''`,
  )
const isSame = (page: Page) => inPage<boolean>(page, `return document.documentElement.dataset.same === 'yes'`)
const marked = (page: Page) => inPage(page, `document.documentElement.dataset.same = 'yes'`)

const SCREENS = {
  investor: ['/invest', '/investment', '/withdrawal', '/referral', '/market', '/statement', '/profile', '/kyc', '/'],
  administrator: [
    ...['/admin-investments', '/admin-withdrawals', '/admin-referrals', '/admin-kyc', '/admin-mail', '/admin-funds'],
    ...['/admin-audit', '/admin-settings', '/list-users', '/plans', '/wallets', '/profile', '/'],
  ],
}

describe('without a connection, and without what is not on the device', () => {
  test.each([
    ['offline', 'You are offline. Support opens when you are connected again.'],
    ['unreached', 'Plumb cannot be reached at the moment, so Support cannot open.'],
  ])('Support keeps the page where it is %s, says so, and opens afterwards', async (how, words) => {
    const { page, context } = await walker(investor.email, PASSWORD, { kept: true })
    await page.goto('/invest')
    const support = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' })
    await support.waitFor()
    await marked(page)
    if (how === 'offline') await context.setOffline(true)
    else {
      await context.route('**/support', (route) => route.abort())
      await intercepted(page)
    }
    await support.click()
    const said = page.getByRole('alertdialog')
    await said.getByText(words).waitFor()
    expect([await isSame(page), new URL(page.url()).pathname]).toEqual([true, '/invest'])
    await said.getByRole('button', { name: 'Okay' }).click()
    await said.waitFor({ state: 'detached' })
    if (how === 'offline') await context.setOffline(false)
    else await context.unroute('**/support')
    await support.click()
    await page.getByRole('heading', { name: 'You can’t write to us yet' }).waitFor()
  })

  test.each([
    ['/invest', 'Invest now', 'Amount'],
    ['/withdrawal', 'Request Withdrawal', 'Amount'],
  ])('%s keeps its page when %s is pressed, says what is so, and goes on afterwards', async (path, button, field) => {
    const { page, context } = await walker(investor.email, PASSWORD)
    await page.goto(path)
    const pressed = page.getByRole('button', { name: button }).first()
    await pressed.waitFor()
    await marked(page)
    await context.setOffline(true)
    await pressed.click()
    const panel = page.getByRole('dialog')
    await panel.getByText(/^There is no connection, and this part of Plumb is not on this device yet\./).waitFor()
    expect(await isSame(page)).toBe(true)
    // also where what lies under the panel cannot be reached
    for (const role of ['navigation', 'button'] as const) {
      const name = role === 'button' ? button : 'Main'
      expect(await page.getByRole(role, { name, includeHidden: true }).first().isVisible()).toBe(true)
    }
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByText(/^There is no connection/).waitFor()
    await context.setOffline(false)
    // some browsers ask for it again, others once the page is loaded again; the panel stays in the address
    const form = panel.getByLabel(field).first()
    const again = panel.getByRole('button', { name: 'Reload' })
    await form.or(again).first().waitFor()
    if (await again.isVisible()) await again.click()
    await form.waitFor()
  })

  test.each(['investor', 'administrator'] as const)('no screen of an %s takes the app away', async (who) => {
    const [email, password] = who === 'investor' ? [investor.email, PASSWORD] : [OWNER.email, OWNER.password]
    const { page, context } = await walker(email, password)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await marked(page)
    await context.setOffline(true)
    for (const path of SCREENS[who]) {
      await go(page, path)
      await expect.poll(() => wrongOn(page), { message: path }).toBe('')
    }
    expect(await isSame(page)).toBe(true)
  })
})

describe('without a connection, where the app is on the device and its figures are not', () => {
  test.each(['investor', 'administrator'] as const)('every screen of an %s says so', async (who) => {
    const [email, password] = who === 'investor' ? [investor.email, PASSWORD] : [OWNER.email, OWNER.password]
    const { page, context } = await walker(email, password, { kept: true })
    const ready = `return navigator.serviceWorker.controller?.state === 'activated'`
    await expect.poll(() => inPage(page, ready)).toBe(true)
    for (const path of SCREENS[who]) {
      await go(page, path)
      await expect.poll(() => wrongOn(page), { message: path }).toBe('')
    }
    await context.setOffline(true)
    await page.goto('/')
    await page.getByText('You are offline.').first().waitFor()
    await marked(page)
    for (const path of SCREENS[who]) {
      await go(page, path)
      await expect.poll(() => wrongOn(page), { message: path }).toBe('')
    }
    expect(await isSame(page)).toBe(true)
    if (who === 'administrator') return
    // what could not be read comes by itself, on the same page
    await go(page, '/statement')
    await page.getByText('You are offline, and this isn’t on this device.').waitFor()
    await context.setOffline(false)
    await page.getByText('Closing balance').waitFor()
    expect(await isSame(page)).toBe(true)
  })

  test('signing out needs no connection: the app that is kept shows the sign-in, and nothing of whoever it was', async () => {
    const { page, context } = await walker(investor.email, PASSWORD, { kept: true })
    const ready = `return navigator.serviceWorker.controller?.state === 'activated'`
    await expect.poll(() => inPage(page, ready)).toBe(true)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    expect(await page.evaluate(`localStorage.getItem('user') ?? localStorage.getItem('auth-token')`)).toBe(null)
    expect(await inPage(page, `return caches.has('kept-text')`)).toBe(false)
    await context.setOffline(false)
    await page.reload()
    await expect.poll(() => page.evaluate(`localStorage.getItem('unended')`)).toBe(null)
  })
})

describe('what does not come', () => {
  /** Notes each time that a screen becomes another thing: something that comes, words that it could not be read, or it. */
  const noteTurns = (page: Page) =>
    inPage(
      page,
      `window.turns = []
      const look = () => {
        const main = document.querySelector('main')
        const busy = main?.querySelector('[aria-busy=true], [data-coming]')
        const now = main?.querySelector('[role=alert]') ? 'words' : busy ? 'coming' : 'there'
        if (turns.at(-1) !== now) turns.push(now)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      look()`,
    )
  const turns = (page: Page) => inPage<string[]>(page, 'return window.turns')
  /** What is done so many milliseconds later is done, and its outcome drawn. */
  const later = async (page: Page, milliseconds: number) => {
    await page.clock.runFor(milliseconds)
    await drawn(page)
  }

  test('is said of a period that is asked for offline, and stays said; the one before is there again', async () => {
    const { page, context } = await walker(investor.email, PASSWORD)
    await page.clock.install()
    await page.goto('/statement')
    await page.getByText('Closing balance').waitFor()
    await noteTurns(page)
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await later(page, 15_000)
    expect(await turns(page)).toEqual(['there'])
    await page.getByText('Last month', { exact: true }).click()
    const words = page.getByText('You are offline, and this isn’t on this device.')
    await words.waitFor()
    const said = (await turns(page)).length
    await page.getByRole('button', { name: 'Try again' }).click()
    await later(page, 3000)
    await page.getByRole('button', { name: 'Try again' }).click()
    await later(page, 15_000)
    expect((await turns(page)).slice(said)).toEqual([])
    await page.getByText('This month', { exact: true }).click()
    await page.getByText('Closing balance').waitFor()
    await context.setOffline(false)
    await page.getByText('Last month', { exact: true }).click()
    await page.getByText('No money moved in this period.').waitFor()
  })

  test.each([
    ['/statement', '**/api/statement-days?*', 'Closing balance'],
    ['/kyc', '**/api/kyc', 'About you'],
  ])('on %s for a server that fails is said soon, and stays said until it comes', async (path, call, there) => {
    const { page } = await walker(investor.email, PASSWORD)
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    let asked = 0
    await page.route(call, (route) => {
      asked += 1
      return route.fulfill({ status: 500, json: { message: 'Something went wrong.' } })
    })
    await intercepted(page)
    await go(page, path)
    await page.getByRole('alert').waitFor()
    // a hiccup is nothing to speak of; what fails again is said
    expect(asked).toBe(2)
    await noteTurns(page)
    for (const more of [4, 6]) {
      await later(page, 12_000)
      await expect.poll(() => asked).toBeGreaterThanOrEqual(more)
    }
    expect(await turns(page)).toEqual(['words'])
    await page.unroute(call)
    await later(page, 12_000)
    await page.getByText(there).waitFor()
  })
})
