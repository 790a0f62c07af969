/** @module-tag thorough */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtPageFor, PRERENDERED, type PrerenderedPage } from '#app/prerendered-pages.ts'
import { OWNER, startTestApp, type TestApp } from '../support/app.ts'
import { DESK, openBrowser, PHONE } from '../support/browser.ts'
import { PASSWORD, signInByForm as comeIn } from '../support/walk.ts'

const EMAIL = 'someone@mail.plumb.test'
/** The sum of all shifts so far, half a second after now. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 500)
})`

let browser: Browser
let house: TestApp
let resetToken: string
beforeAll(async () => {
  browser = await openBrowser()
  house = await startTestApp({ env: { KYC: 'off' } })
  await house.owner()
  const someone = house.visitor()
  await someone.join('someone')
  await someone.must('/api/forgot-password', { email: EMAIL })
  const mail = await someone.newestMessage('.eml', EMAIL, /token=/)
  resetToken = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
})
afterAll(() => house.close())

/** A page of a browser of its own; what it complained of has to be nothing in the end, but for what was `meant` to fail. */
async function withPage(
  options: BrowserContextOptions,
  walk: (page: Page) => Promise<void>,
  meant?: string,
): Promise<void> {
  // a service worker answers with the shell from the second visit on; here each visit is the first
  const context = await browser.newContext({ viewport: PHONE, baseURL: house.url, serviceWorkers: 'block', ...options })
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    const isMeant = meant !== undefined && message.location().url.endsWith(meant)
    if (message.type() === 'error' && !isMeant) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  try {
    await walk(page)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** Keeps the app's scripts back until it is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** What is read on a page; but the countdown, which has begun, countries, whose names are each browser's own, and what is held, which is asked for. */
async function linesOf(page: Page): Promise<string[]> {
  const countries = new Set(await page.locator('option').allTextContents())
  const text = (await page.locator('#root').innerText()).replaceAll(/\b\d+ s(econds?)?\b/g, 'n s')
  return text.split(/\s*\n\s*/).filter((line) => !countries.has(line) && !line.endsWith('· look'))
}

const isTakenOver = (page: Page) => page.evaluate('!("prerendered" in document.documentElement.dataset)')
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
/** Where a page is: a mailed link among them, as only a real one shows what the page is made for. */
const addressOf = ({ paths, needs }: PrerenderedPage) => `${paths[0]}${needs ? `?${needs}=${resetToken}` : ''}`

describe('a page of visitors', () => {
  test('is whole before any script: heading, labels, links, and what to do without scripts', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      const answer = await page.goto('/')
      const policy = answer?.headers()['content-security-policy']
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toContain('unsafe')
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      expect(await page.title()).toBe('Login · Plumb')
      expect(await email(page).count()).toBe(1)
      expect(await password(page).count()).toBe(1)
      expect(await page.getByRole('link', { name: 'Forgot Password?' }).getAttribute('href')).toBe('/forgot-password')
      expect(await page.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register')
      expect(await page.locator('noscript p').isVisible()).toBe(true)
      // sent as it stands, a password must not end up in the address
      expect(await page.locator('form').getAttribute('method')).toBe('post')
    })
  })

  test.each(PRERENDERED)(
    'says before any script what it says after, and moves nothing then: $name',
    async (prerendered) => {
      const address = addressOf(prerendered)
      const read = async (page: Page) => ({
        title: await page.title(),
        text: await linesOf(page),
        fields: await page.locator('#root :is(input, select, a, button):not([href="/books"])').count(),
      })
      let before: Awaited<ReturnType<typeof read>> | undefined
      await withPage({ javaScriptEnabled: false }, async (page) => {
        await page.goto(address)
        before = await read(page)
      })
      await withPage({}, async (page) => {
        await page.goto(address)
        await expect.poll(() => isTakenOver(page)).toBe(true)
        expect(await page.evaluate(SHIFTS)).toBeLessThanOrEqual(0.02)
        const after = await read(page)
        // its figures are asked for: the rest stands around them
        if (prerendered.name === 'books') expect(after.text).toEqual(expect.arrayContaining(before?.text ?? []))
        else expect(after).toEqual(before)
        const ids = (await page.evaluate('[...document.querySelectorAll("[id]")].map(({ id }) => id)')) as string[]
        expect(ids).toEqual([...new Set(ids)])
      })
    },
  )

  test.each(PRERENDERED)('moves nothing on a desk either: $name', async (prerendered) => {
    await withPage({ viewport: DESK }, async (page) => {
      await page.goto(addressOf(prerendered))
      await expect.poll(() => isTakenOver(page)).toBe(true)
      expect(await page.evaluate(SHIFTS)).toBeLessThanOrEqual(0.02)
    })
  })

  test('makes no call that fails where the books are hidden, or cannot be had, and nothing is signed yet', async () => {
    const owner = await house.owner()
    const show = (value: string) => owner.must('/api/update-setting/public_books', { value, reason: 'To try it' })
    const notYet = 'It has not been signed yet.'
    await show('off')
    await withPage({}, async (page) => {
      await page.goto('/books')
      await page.getByText('The operator shows these figures to those who have signed in.').waitFor()
      await page.getByText(notYet).waitFor()
    })
    await show('on')
    const cannotBeHad = async (page: Page) => {
      await page.route('**/api/books', (route) => route.fulfill({ status: 503 }))
      await page.goto('/books')
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await page.getByText(notYet).waitFor()
    }
    await withPage({}, cannotBeHad, '/api/books')
  })

  test('says that it could not be read where something else answers for the server, and stays what it is', async () => {
    await withPage({}, async (page) => {
      await page.route('**/api/books**', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Sign in to the network</html>' }),
      )
      await page.goto('/books')
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await page.getByRole('heading', { name: 'What we hold, and what we owe' }).waitFor()
      await page.goto('/')
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      await expect.poll(() => isTakenOver(page)).toBe(true)
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    })
  })

  test('moves nothing for who was invited', async () => {
    await withPage({}, async (page) => {
      await page.goto('/register')
      await page.evaluate('localStorage.setItem("invited-by", "inviter")')
      await page.goto('/register')
      await page.getByText('You were invited by inviter').waitFor()
      expect(await page.evaluate(SHIFTS)).toBeLessThanOrEqual(0.02)
    })
  })

  test('is dark from the first moment where dark was chosen', async () => {
    await withPage({ colorScheme: 'light' }, async (page) => {
      await page.goto('/terms')
      await page.evaluate('localStorage.setItem("theme", "dark")')
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(11, 19, 17)')
      release()
    })
  })

  test('follows the device while it is open, until somebody chooses', async () => {
    await withPage({ colorScheme: 'light' }, async (page) => {
      const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
      await page.goto('/')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(ground).toBe('rgb(11, 19, 17)')
      await page.evaluate('localStorage.setItem("theme", "dark")')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(await ground()).toBe('rgb(11, 19, 17)')
    })
  })
})

describe('whoever is quicker than the scripts', () => {
  test('loses nothing that was typed, nor the place of the cursor', async () => {
    await withPage({}, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/register', { waitUntil: 'commit' })
      await page.getByLabel('Email Address').fill(EMAIL)
      await page.getByLabel('Phone').fill('2025550143')
      await page.getByRole('checkbox').check()
      await page.getByLabel('Country').selectOption('DE')
      await page.getByLabel('Username').pressSequentially('somebody')
      await page.keyboard.press('ArrowLeft')
      release()
      await expect.poll(() => isTakenOver(page)).toBe(true)
      await page.keyboard.type('_')
      expect(await page.getByLabel('Username').inputValue()).toBe('somebod_y')
      expect(await page.getByLabel('Email Address').inputValue()).toBe(EMAIL)
      expect((await page.getByLabel('Phone').inputValue()).replaceAll(/\D/g, '')).toBe('2025550143')
      expect(await page.getByLabel('Country').inputValue()).toBe('DE')
      expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    })
  })

  test('is signed in with what was sent, as soon as it can be', async () => {
    await withPage({}, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await email(page).fill(EMAIL)
      await password(page).fill(PASSWORD)
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).search).toBe('')
      release()
      await page.waitForURL('**/dashboard')
    })
  })

  test('sees nothing of the sign-in where there is a session', async () => {
    await withPage({}, async (page) => {
      await page.goto('/')
      await email(page).fill(EMAIL)
      await password(page).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/dashboard')
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      const heading = page.getByText('Account Login')
      await heading.waitFor({ state: 'attached' })
      expect(await heading.isVisible()).toBe(false)
      expect(await page.title()).toBe('Plumb')
      release()
      await page.getByRole('list', { name: 'Balances' }).waitFor()
      expect(await heading.count()).toBe(0)
    })
  })
})

describe('an investor’s home', () => {
  const signIn = async (page: Page) => {
    await page.goto('/')
    await email(page).fill(EMAIL)
    await password(page).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('list', { name: 'Balances' }).waitFor()
  }
  const opening = (page: Page) => page.locator('[data-opening]')

  test('stands there before any script, says nothing of anybody, and moves nothing when the scripts come', async () => {
    for (const viewport of [PHONE, DESK]) {
      await withPage({ viewport }, async (page) => {
        await signIn(page)
        const release = await holdScripts(page)
        await page.goto('/dashboard', { waitUntil: 'commit' })
        await opening(page).getByText('Earnings Wallet').waitFor()
        expect(await opening(page).evaluate((place) => 'inert' in place && place.inert)).toBe(true)
        expect(await opening(page).innerText()).not.toMatch(/someone|\$|\d/)
        release()
        await page.getByRole('button', { name: 'click for balance' }).first().click()
        await page.getByRole('button', { name: 'Why?' }).first().waitFor()
        expect(await opening(page).count()).toBe(0)
        expect(await page.evaluate(SHIFTS)).toBeLessThanOrEqual(0.02)
      })
    }
  })

  test('is not seen by whoever has no session, nor in the view of administrators', async () => {
    await withPage({}, async (page) => {
      const held = await holdScripts(page)
      await page.goto('/dashboard', { waitUntil: 'commit' })
      await opening(page).waitFor({ state: 'attached' })
      expect(await opening(page).isVisible()).toBe(false)
      held()
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      await page.unroute('**/assets/*.js')
      await signIn(page)
      await page.evaluate('localStorage.setItem("user-type", "admin")')
      const release = await holdScripts(page)
      await page.goto('/dashboard', { waitUntil: 'commit' })
      await opening(page).waitFor({ state: 'attached' })
      expect(await opening(page).isVisible()).toBe(false)
      release()
    })
  })
})

describe('the styles', () => {
  /** The sheets that a page has: a name for one of its own, the file for one that is linked. */
  const sheetsOf = async (page: Page) => {
    const sheets = (await page.evaluate(
      '[...document.styleSheets].filter(({ cssRules }) => cssRules.length > 9).map(({ href }) => href ?? "in the page")',
    )) as string[]
    return sheets.map((sheet) => sheet.replace(/.*\/([a-z-]+?)-[\w-]{8}\.css$/, '$1'))
  }

  test('of the desk are the only ones on its own pages, and come last on everybody’s', async () => {
    await withPage({ viewport: DESK }, async (page) => {
      await comeIn(page, OWNER.email, OWNER.password)
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
      expect(await sheetsOf(page)).toEqual(['in the page', 'admin-frame'])
      for (const path of ['/admin-investments', '/list-users', '/plans']) {
        await page.goto(path)
        await page.getByRole('navigation', { name: 'Main' }).waitFor()
        expect([path, await sheetsOf(page)]).toEqual([path, ['admin-frame']])
      }
      expect(builtPageFor('/view-account/0199', new URLSearchParams())).toBe('desk')
    })
  })

  test('are a visitor’s and an investor’s own after they have opened an address of the desk', async () => {
    await withPage({}, async (page) => {
      await page.goto('/admin-kyc')
      await page.waitForURL('**/?next=%2Fadmin-kyc')
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      expect(await sheetsOf(page)).toEqual(['in the page'])
      await comeIn(page, EMAIL, PASSWORD)
      await page.goto('/list-users')
      await page.getByRole('list', { name: 'Balances' }).waitFor()
      expect([new URL(page.url()).pathname, await sheetsOf(page)]).toEqual(['/', ['in the page']])
    })
  })
})
