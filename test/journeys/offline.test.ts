/** @module-tag thorough */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startPushService, type PushService } from '../support/push-service.ts'
import type { Visitor } from '../support/visitor.ts'
import { openBrowser, openWalker, type Theme, type Walker } from '../support/browser.ts'
import { type Front, openFront } from '../support/front.ts'
import { holdBack } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { makeOffer, PASSWORD, signInByForm, textOf } from '../support/walk.ts'
import { PATIENCE } from '../support/patience.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let browser: Browser
let house: TestApp
let owner: Visitor
let first: Visitor
let pushes: PushService
const open: Walker[] = []

beforeAll(async () => {
  browser = await openBrowser()
  pushes = await startPushService()
  house = await startTestApp({ env: { KYC: 'off', PUSH_LOOPBACK: 'on' } })
  owner = await house.owner()
  await makeOffer(owner)
  first = house.visitor()
  await first.join('first')
  await house.visitor().join('second')
  await owner.must(`/api/approve-investment/${await invest('500')}`)
})
afterAll(async () => {
  for (const { context } of open) await context.close()
  await house.close()
  await pushes.close()
})

/** An investment of the first investor's that waits for approval. */
async function invest(amount: string): Promise<string> {
  const { plans, wallets } = (await first.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 30 }
  const { r_url } = await first.must('/api/save-investment', choice)
  await first.must(`/api/verify-investment/${new URLSearchParams(r_url).get('tranx_id')}`)
  return (await first.get('/api/histories')).body.investments[0].id
}

async function walker(theme: Theme, url = house.url, within = browser): Promise<Walker> {
  const opened = await openWalker(within, url, theme, { kept: true })
  open.push(opened)
  return opened
}

/** Until the service worker has the page and all of the core is on the device. */
async function settled(page: Page): Promise<void> {
  const ready = `return navigator.serviceWorker.controller?.state === 'activated'`
  await vi.waitUntil(() => inPage<boolean>(page, ready), { timeout: PATIENCE, interval: 100 })
}
const kept = (page: Page) => inPage<boolean>(page, `return caches.has('kept-text')`)
/** All that a change leads to is on the screen: React draws what it has decided before the next frame but one. */
const drawn = (page: Page) =>
  inPage(page, 'await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
/** What of the app comes last, when everything else is there, is there: it registers the service worker then. */
const untilDeviceIsThere = async (page: Page) => {
  await expect.poll(() => inPage(page, 'return document.documentElement.dataset.device')).toBe('there')
}
const TELLS_OF_DEVICE = `{
  const { register } = ServiceWorkerContainer.prototype
  ServiceWorkerContainer.prototype.register = function (...given) {
    document.documentElement.dataset.device = 'there'
    return register.apply(this, given)
  }
}`
const pressLogOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
}
const logOut = async (page: Page) => {
  await pressLogOut(page)
  await page.getByRole('heading', { name: 'Account Login' }).waitFor()
}

describe('without a connection', () => {
  let me: Walker
  beforeAll(async () => {
    me = await walker('light')
    await signInByForm(me.page, first.email, PASSWORD)
    await me.page.getByText('each second').waitFor()
    await settled(me.page)
    await vi.waitUntil(() => kept(me.page), { timeout: PATIENCE, interval: 100 })
  })

  test('a page that is loaded again shows the app with the last figures, their age, and nothing newer', async () => {
    const { page, context } = me
    await page.clock.install()
    await page.reload()
    const counter = page.getByRole('timer', { name: 'Profit Earned' })
    await page.getByText('each second').waitFor()
    const grows = await counter.innerText()
    await expect.poll(() => counter.innerText()).not.toBe(grows)
    await context.setOffline(true)
    await page.reload()
    const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
    await expect.poll(() => banner.innerText()).toMatch(/^You are offline\. Figures as of \d+:\d\d [AP]M\.$/)
    const whatComes = async () => {
      const before = await counter.innerText()
      await page.clock.runFor(2500)
      return [before, await counter.innerText()]
    }
    // it stands at the moment of the newest figures, once all that are kept have been read: the device takes its time for that
    await expect.poll(async () => new Set(await whatComes()).size).toBe(1)
    expect(new Set(await whatComes()).size).toBe(1)
    // hidden amounts are as hidden as before
    expect(await page.getByRole('button', { name: 'click for balance' }).count()).toBe(3)
  })

  test('figures of another day name their day, and those of more than a day ago are not shown', async () => {
    const { page } = me
    const HOUR = 3_600_000
    const readAt = async (at: number) => {
      await inPage(
        page,
        `const cache = await caches.open('kept-text')
        const [request] = await cache.keys()
        const held = JSON.parse(await (await cache.match(request)).text())
        for (const read of held.reads) read.at = ${at}
        await cache.put(request, new Response(JSON.stringify(held)))`,
      )
      await page.reload()
    }
    // in the last minutes of a day, what is nearly a day old is still of this one
    const yesterday = new Date().setHours(0, 0, 0, 0) - 1000
    await readAt(Math.min(Date.now() - 23.9 * HOUR, yesterday))
    await page.getByText(/Figures as of [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M\./).waitFor()
    await readAt(Date.now() - 24.1 * HOUR)
    await page.getByText('No figures have arrived yet.').waitFor()
    expect(await page.getByText('each second').count()).toBe(0)
  })

  test('what is sent is refused at once in words, nothing typed is lost, and nothing is sent later', async () => {
    const { page, context } = me
    await context.setOffline(false)
    await page.goto('/invest')
    await page.getByRole('button', { name: 'Invest now' }).first().click()
    const amount = page
      .getByRole('dialog')
      .getByLabel(/Amount/)
      .first()
    await amount.fill('250')
    await context.setOffline(true)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Invest/ })
      .last()
      .click()
    const modal = page.getByRole('alertdialog')
    await modal.waitFor()
    expect(await modal.innerText()).toContain('You are offline, so nothing was sent.')
    await modal.getByRole('button', { name: 'Okay' }).click()
    await modal.waitFor({ state: 'detached' })
    expect(await amount.inputValue()).toContain('250')
    await context.setOffline(false)
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
    expect(
      (await first.get('/api/histories')).body.investments.filter((one: { amount: string }) => one.amount === '250.00'),
    ).toEqual([])
  })

  test('no figure counts on by itself: neither what can be withdrawn, nor any story of it', async () => {
    const { page, context } = me
    const stands = async (shown: () => Promise<string>) => {
      const passes = async (milliseconds: number) => {
        await page.clock.runFor(milliseconds)
        await drawn(page)
      }
      const grows = await shown()
      await expect.poll(shown).not.toBe(grows)
      await context.setOffline(true)
      await page.getByText('You are offline.').waitFor()
      // the step that was under way
      await passes(1100)
      const before = await shown()
      await passes(2500)
      expect(await shown()).toBe(before)
      await context.setOffline(false)
    }
    await page.goto('/withdrawal')
    await page.getByRole('button', { name: 'View balance' }).click()
    await page.getByText('Ends').waitFor()
    await stands(() => textOf(page))
    await page.goto('/dashboard?panel=story&of=profit')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('seconds', { exact: false }).first().waitFor()
    await stands(() => dialog.innerText())
    await page.goto(`/investment?panel=details&of=${(await first.get('/api/histories')).body.investments.at(-1).id}`)
    await dialog.getByRole('button', { name: 'Why this number' }).click()
    await dialog.getByText('Seconds since it was approved').waitFor()
    await dialog.getByText('In the books').waitFor()
    await stands(() => dialog.innerText())
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
  })

  test('a server that does not answer is not called offline', async () => {
    const { page, context } = me
    await context.route('**/api/**', (route) => route.abort())
    await page.reload()
    await page.getByText(/Plumb cannot be reached\. Figures as of/).waitFor()
    await page.getByText('each second').waitFor()
    await context.unroute('**/api/**')
    await page.getByText('Plumb cannot be reached').waitFor({ state: 'detached' })
  })

  test('nothing of it is left after signing out, also not for another person', async () => {
    const { page, context } = me
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
    await expect.poll(() => kept(page)).toBe(true)
    await logOut(page)
    expect(await kept(page)).toBe(false)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    expect(await textOf(page)).not.toContain('first')
    await context.setOffline(false)
    await signInByForm(page, 'second@mail.plumb.test', PASSWORD)
    await page.getByText('Nothing is running at the moment').waitFor()
    await expect.poll(() => kept(page)).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Figures as of').waitFor()
    await page.getByText('Nothing is running at the moment').waitFor()
    expect(await page.getByText('each second').count()).toBe(0)
    await context.setOffline(false)
  })

  test('the app is called what the server called it last, and looks as it looked then', async () => {
    const { page, context } = await walker('light')
    const called = async (name: string | null, look: string | null) => {
      await owner.must('/api/update-setting/platform_name', { value: name, reason: 'Our name' })
      await owner.must('/api/update-setting/look', { value: look, reason: 'Our colour' })
    }
    const brand = () => inPage(page, `return getComputedStyle(document.documentElement).getPropertyValue('--brand')`)
    await called('Acme & Sons', '#1d4ed8')
    try {
      await signInByForm(page, first.email, PASSWORD)
      await page.getByText('each second').waitFor()
      await settled(page)
      await vi.waitUntil(() => kept(page), { timeout: PATIENCE, interval: 100 })
      await expect.poll(() => inPage(page, `return localStorage.getItem('look')`)).toContain('#1d4ed8')
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('status').filter({ hasText: 'You are offline.' }).waitFor()
      await expect.poll(() => page.title()).toContain('Acme & Sons')
      expect(await brand()).toBe('#1d4ed8')
      await context.setOffline(false)
    } finally {
      await called(null, null)
    }
    await page.reload()
    await expect.poll(() => page.title()).toContain('Plumb')
    expect(await brand()).toBe('#0a6556')
    await expect.poll(() => inPage(page, `return localStorage.getItem('look')`)).toBe(null)
  })

  test('what is kept never holds an answer of the server’s own paths, nor a bearer', async () => {
    const { page } = me
    const addresses = await inPage<{ url: string; bearer: boolean }[]>(
      page,
      `const found = []
      for (const name of await caches.keys())
        for (const { url, headers } of await (await caches.open(name)).keys())
          found.push({ url: new URL(url).pathname, bearer: headers.has('authorization') })
      return found`,
    )
    expect(addresses.length).toBeGreaterThan(20)
    expect(addresses.filter(({ url, bearer }) => bearer || /^\/(api|sanctum|dev|support)/.test(url))).toEqual([])
  })
})

describe('a new version', () => {
  let front: Front
  let page: Page
  const look = () => inPage(page, 'await (await navigator.serviceWorker.getRegistration()).update()')
  const bar = () => page.getByRole('region', { name: 'A new version is ready.' })
  /** Also while the page is loaded again. */
  const waiting = () =>
    inPage(page, `return (await navigator.serviceWorker.getRegistration()).waiting?.state ?? 'none'`).catch(() => '')

  beforeAll(async () => {
    front = await openFront(house.url)
    ;({ page } = await walker('dark', front.url))
    await signInByForm(page, first.email, PASSWORD)
    await settled(page)
  })
  afterAll(() => front.close())

  test('takes over without a word where the page is already made of it', async () => {
    front.change(/^\/sw\.js/, (text) => ({ status: 200, text: `${text}\n// the same build once more` }))
    await inPage(
      page,
      `const { serviceWorker } = navigator
      const another = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
      await (await serviceWorker.getRegistration()).update()
      await another`,
    )
    expect(await waiting()).toBe('none')
    expect(await bar().count()).toBe(0)
  })

  test('is offered and waits: the page is not loaded again by itself, and Later leaves it', async () => {
    await inPage(page, `document.documentElement.dataset.typed = 'half'`)
    front.change(/^\/sw\.js/, (text) => ({
      status: 200,
      text: text.replace(/(entry:\W\/assets\/)/g, '$1newer-'),
    }))
    await look()
    await bar().waitFor()
    // Nothing has taken over, which is what a page is loaded again for.
    expect(await waiting()).toBe('installed')
    expect(await inPage(page, 'return document.documentElement.dataset.typed')).toBe('half')
    await bar().getByRole('button', { name: 'Later' }).click()
    await bar().waitFor({ state: 'detached' })
    expect(await inPage(page, 'return document.documentElement.dataset.typed')).toBe('half')
  })

  test('comes with one tap', async () => {
    await page.reload()
    await bar().getByRole('button', { name: 'Update' }).click()
    await expect.poll(waiting).toBe('none')
    await page.getByText('each second').waitFor()
    expect(await bar().count()).toBe(0)
  })

  test('comes with one tap also in a second tab, after it has taken over in the first', async () => {
    const other = await page.context().newPage()
    await other.goto(`${front.url}/dashboard`)
    await other.getByText('each second').waitFor()
    front.change(/^\/sw\.js/, (text) => ({
      status: 200,
      text: text.replace(/(entry:\W\/assets\/)/g, '$1newest-'),
    }))
    await look()
    const second = other.getByRole('region', { name: 'A new version is ready.' })
    await second.waitFor()
    await inPage(
      other,
      `document.documentElement.dataset.typed = 'half'
      // as soon as it is to be loaded again
      navigation.addEventListener('navigate', () => (document.documentElement.dataset.typed = 'lost'))
      navigator.serviceWorker.addEventListener('controllerchange', () => (document.documentElement.dataset.led = 'anew'))`,
    )
    await bar().getByRole('button', { name: 'Update' }).click()
    await expect.poll(waiting).toBe('none')
    // nothing is loaded again under what somebody types there
    await expect.poll(() => inPage(other, 'return document.documentElement.dataset.led')).toBe('anew')
    expect(await inPage(other, 'return document.documentElement.dataset.typed')).toBe('half')
    await second.getByRole('button', { name: 'Update' }).click()
    await second.waitFor({ state: 'detached' })
    await other.getByText('each second').waitFor()
    expect(await inPage(other, 'return document.documentElement.dataset.typed ?? null')).toBe(null)
    await other.close()
  })

  test('comes with one tap also where the version before is still busy', async () => {
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
    front.hold(/^\/assets\/slow/)
    // through the worker, which the browser does not replace before this was answered
    await inPage(page, `void fetch('/assets/slow.js').catch(() => {})`)
    front.change(/^\/sw\.js/, (text) => ({
      status: 200,
      text: text.replace(/(entry:\W\/assets\/)/g, '$1latest-'),
    }))
    await look()
    await inPage(page, `document.documentElement.dataset.loaded = 'before'`)
    await bar().getByRole('button', { name: 'Update' }).click()
    // from the server, and so of the new version
    const loaded = () => inPage(page, 'return document.documentElement.dataset.loaded ?? "anew"').catch(() => '')
    await expect.poll(loaded).toBe('anew')
    await page.getByText('each second').waitFor()
  })

  test('a part of the app that is gone is said, with a way on', async () => {
    await page.goto('/dashboard')
    await page.getByText('each second').waitFor()
    front.change(/^\/assets\//, () => ({ status: 404, text: 'gone' }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referral' }).click()
    await page.getByText('There is a new version of Plumb.').waitFor()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  })
})

describe('a place on the home screen', () => {
  const offer = (page: Page) =>
    inPage(
      page,
      `const event = new Event('beforeinstallprompt', { cancelable: true })
      const userChoice = Promise.resolve({ outcome: 'accepted' })
      dispatchEvent(Object.assign(event, { prompt: () => (document.title = 'asked'), userChoice }))
      return event.defaultPrevented`,
    )

  /** The first visit is one once the page has looked whether to ask. */
  const untilLooked = async (page: Page) => {
    await expect.poll(() => inPage(page, `return localStorage.getItem('first-visit')`)).not.toBeNull()
  }

  test('is thought of also where the browser never calls itself idle, as one that paints nothing', async () => {
    const { page } = await walker('light')
    await page.addInitScript(
      'window.requestIdleCallback = (act, { timeout } = {}) => timeout && setTimeout(act, timeout)',
    )
    await page.goto('/')
    await untilLooked(page)
  })

  test('is offered once somebody has signed in, asked for with one tap, and not offered again', async () => {
    const { page } = await walker('light')
    await page.goto('/')
    await untilLooked(page)
    expect(await offer(page)).toBe(true)
    await drawn(page)
    expect(await page.getByRole('region', { name: 'Install Plumb' }).count()).toBe(0)
    await signInByForm(page, first.email, PASSWORD)
    await page.getByText('each second').waitFor()
    await offer(page)
    await page.getByRole('region', { name: 'Install Plumb' }).getByRole('button', { name: 'Install' }).click()
    await expect.poll(() => page.title()).toBe('asked')
    await page.getByRole('region', { name: 'Install Plumb' }).waitFor({ state: 'detached' })
  })

  test('rests for 30 days after Not now', async () => {
    const { page } = await walker('light')
    await page.addInitScript(TELLS_OF_DEVICE)
    await signInByForm(page, first.email, PASSWORD)
    await page.getByText('each second').waitFor()
    await offer(page)
    const bar = page.getByRole('region', { name: 'Install Plumb' })
    await bar.getByRole('button', { name: 'Not now' }).click()
    await bar.waitFor({ state: 'detached' })
    const after = async (days: number) => {
      await inPage(page, `localStorage.setItem('install-later', String(Date.now() - ${days} * 86_400_000))`)
      await page.reload()
      await untilDeviceIsThere(page)
      await offer(page)
      await drawn(page)
      return bar.count()
    }
    expect(await after(29)).toBe(0)
    expect(await after(31)).toBe(1)
  })

  test('an iPhone is told what to tap, on its second visit, until it is dismissed', async () => {
    const context = await browser.newContext({
      baseURL: house.url,
      userAgent: IPHONE,
      colorScheme: 'light',
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.addInitScript(TELLS_OF_DEVICE)
    try {
      const hint = page.getByRole('region', { name: 'Add Plumb to your home screen' })
      await page.goto('/')
      await untilLooked(page)
      await drawn(page)
      expect(await hint.count()).toBe(0)
      await page.reload()
      await hint.waitFor()
      expect(await hint.innerText()).toMatch(/Tap Share\s+then “Add to Home Screen”\./)
      await hint.getByRole('button', { name: 'Got it' }).click()
      await page.reload()
      await untilDeviceIsThere(page)
      await drawn(page)
      expect(await hint.count()).toBe(0)
    } finally {
      await context.close()
    }
  })
})

describe('notifications of a device', () => {
  let whole: Browser
  let me: Walker
  const toggle = () => me.page.getByRole('switch', { name: 'Notify this device' })
  const shown = () =>
    inPage(
      me.page,
      `const worker = await navigator.serviceWorker.ready
      return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }))`,
    )
  /** When each that is shown was shown. */
  const times = () =>
    inPage<number[]>(
      me.page,
      `const worker = await navigator.serviceWorker.ready
      return (await worker.getNotifications()).map(({ timestamp }) => timestamp)`,
    )

  beforeAll(async () => {
    whole = await openBrowser({ whole: true })
    me = await walker('dark', house.url, whole)
    // The one part that has no network here: the browser's own line to its maker. Ours stands in its place.
    await me.context.addInitScript(`{
      const subscription = ${JSON.stringify(pushes.device().subscription)}
      const present = () => {
        const key = localStorage.getItem('test-subscription')
        if (key === null) return null
        const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
        return {
          ...subscription,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => subscription,
          unsubscribe: async () => localStorage.removeItem('test-subscription'),
        }
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => present(),
        subscribe: async ({ applicationServerKey }) => {
          localStorage.setItem('test-subscription', applicationServerKey)
          return present()
        },
      })
    }`)
    await signInByForm(me.page, first.email, PASSWORD)
    await settled(me.page)
  })
  afterAll(() => whole.close())

  test('where the browser blocks them, the profile says how to change it', async () => {
    await me.page.goto('/profile')
    await me.page.getByText('Your browser blocks notifications from Plumb.').waitFor()
  })

  test('are switched on, arrive sealed, and are shown without an amount', async () => {
    await me.context.grantPermissions(['notifications'])
    await me.page.reload()
    await toggle().click()
    await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('true')
    pushes.received.length = 0
    await owner.must(`/api/approve-investment/${await invest('300')}`)
    await expect.poll(() => pushes.received.length).toBe(1)
    const payload = pushes.received[0]?.payload
    expect(payload).toMatchObject({ title: 'Your investment was approved', path: '/investment' })

    const devtools = await me.context.newCDPSession(me.page)
    const ids: string[] = []
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
      ids.push(...registrations.filter(({ isDeleted }) => !isDeleted).map(({ registrationId }) => registrationId)),
    )
    await devtools.send('ServiceWorker.enable')
    await expect.poll(() => ids.length).toBeGreaterThan(0)
    const { origin } = new URL(house.url)
    const deliver = () =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        ...{ origin, registrationId: ids.at(-1) ?? '', data: JSON.stringify(payload) },
      })
    const all = [{ title: 'Your investment was approved', body: 'Open Plumb to see it.', data: '/investment' }]
    // the browser's tools lose one now and then, while a worker starts
    await expect.poll(async () => deliver().then(shown), { interval: 500 }).toEqual(all)
    // the same once more takes its place
    const before = await times()
    await deliver()
    await expect.poll(times).not.toEqual(before)
    expect(await shown()).toEqual(all)
  })

  test('end with a tap, and when somebody signs out, also while they are being renewed', async () => {
    await toggle().click()
    await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('false')
    await toggle().click()
    await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('true')
    const renewal = me.page.waitForRequest('**/api/push-subscribe')
    const renewed = me.page.waitForResponse('**/api/push-subscribe')
    const renew = await holdBack(me.page, '**/api/push-subscribe')
    const end = await holdBack(me.page, '**/api/logout')
    await me.page.goto('/dashboard')
    await renewal
    // signing out that does not wait for the renewal tells the server before it
    const unsubscribed = me.page.waitForResponse('**/api/push-unsubscribe')
    await pressLogOut(me.page)
    await Promise.race([unsubscribed, new Promise((resolve) => setTimeout(resolve, 500))])
    await renew()
    await Promise.all([renewed, unsubscribed])
    await end()
    await me.page.getByRole('heading', { name: 'Account Login' }).waitFor()
    expect(await inPage(me.page, `return localStorage.getItem('test-subscription')`)).toBe(null)
    // another device of the same person is told of it, and that one no more
    const { subscription } = pushes.device()
    await first.must('/api/push-subscribe', subscription)
    pushes.received.length = 0
    await owner.must(`/api/approve-investment/${await invest('200')}`)
    await house.runJobs()
    const told = () => pushes.received.map(({ path }) => path)
    await expect.poll(told).toEqual([new URL(subscription.endpoint).pathname])
  })
})
