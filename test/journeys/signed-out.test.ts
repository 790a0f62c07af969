/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import type { TestApp } from '../support/app.ts'
import { flat, fromTelephone, SVG } from '../support/pictures.ts'
import { openJourney } from '../support/journey.ts'
import { opened } from '../support/opened.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { holdBack } from '../support/hold-back.ts'
import { addPictures, takeSteps } from '../support/identity-steps.ts'
import { inPage } from '../support/in-page.ts'
import { forgetSession, PASSWORD, signInByForm, textOf } from '../support/walk.ts'

/** Where the browser is. */
const HERE = { 'x-forwarded-for': '127.0.0.1' }
const NARROWEST = { width: 320, height: 640 }
const LONGEST_NAME = 'abcdefghij-abcdefghij_abcdefgh'
/** Of a browser's element, what is asked for here. */
type DescribedInput = {
  getAttribute(name: string): string | null
  ownerDocument: { getElementById(id: string): { innerText: string } | null }
}
const LONGEST_EMAIL = `${'a'.repeat(64)}@${`${'b'.repeat(58)}.`.repeat(3)}example.com`

const journey = opened(() => openJourney({ offer: false }))
let house: TestApp
beforeAll(() => void (house = journey.house))

describe('without a session', () => {
  let walker: Walker
  let page: Page
  beforeEach(async () => {
    walker = await journey.walker('dark')
    page = walker.page
  })
  afterEach(() => walker.context.close())

  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const at = async (path: string) => {
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  const stored = (key: string) => page.evaluate(`localStorage.getItem("${key}")`) as Promise<string | null>
  const leads = async (name: string, to: string) =>
    expect(await page.getByRole('link', { name, exact: true }).first().getAttribute('href')).toBe(to)
  /** What is said of a field, looked up in one go: a page that was prerendered takes its own ids while it starts. */
  const described = (label: string) =>
    field(label).evaluate((input: DescribedInput) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => input.ownerDocument.getElementById(id)?.innerText ?? '').join(' ')
    })
  const focused = () => page.evaluate('document.activeElement.getAttribute("name")')
  /** Waits for the Failed or Successful modal, closes it, and answers its message. */
  const modal = async (title: 'Failed' | 'Successful') => {
    const dialog = page.getByRole(title === 'Failed' ? 'alertdialog' : 'dialog', { name: title })
    const message = (await dialog.getByRole('paragraph').innerText()).trim()
    expect((await dialog.boundingBox())?.width).toBe(320)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await dialog.waitFor({ state: 'detached' })
    return message
  }
  /** Calls to the server from now on, as `POST /api/…`. */
  const listen = () => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // the e-mail field asks what passkeys there are, and the strip how much is backed, each for itself
      const isOffer = pathname === '/api/begin-passkey-login' || pathname === '/api/books'
      if (!isOffer && /^\/(api|sanctum)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`)
    })
    return calls
  }
  const sidewards = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
  const registered = async (name: string): Promise<Visitor> => {
    const reader = house.visitor()
    await reader.register(name)
    return reader
  }
  const joined = async (name: string): Promise<Visitor> => {
    const reader = await journey.join(name)
    return reader
  }
  const signInAs = async (email: string, password = PASSWORD) => {
    await field('Email').fill(email)
    await field('Password').fill(password)
    await button('Login').click()
  }

  test('the sign-in page has its texts, its fields and its ways on', async () => {
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      expect(await page.title()).toBe('Login · Plumb')
      const text = await textOf(page)
      for (const said of ['LOGIN', 'Fill the form below to login to your Account.', 'Remember this account']) {
        expect(text).toContain(said)
      }
      await leads('Forgot Password?', '/forgot-password')
      await leads('Create Account', '/register')
    }
    const autocomplete = await Promise.all(
      ['Email', 'Password'].map((name) => field(name).getAttribute('autocomplete')),
    )
    expect(autocomplete).toEqual(['username webauthn', 'current-password'])
    expect(walker.complaints).toEqual([])
  })

  test('the logo follows the theme that is stored', async () => {
    const logo = () => page.evaluate('getComputedStyle(document.querySelector("header a rect")).fill')
    await page.goto('/')
    const first = await logo()
    await page.evaluate(`localStorage.setItem("theme", "light")`)
    await page.reload()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light')
    expect(await logo()).not.toBe(first)
  })

  test('a sign-in that cannot be right is not sent: each field says what it lacks, and the first has the focus', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    const calls = listen()
    await button('Login').click()
    await expect.poll(focused).toBe('email')
    expect([await described('Email'), await described('Password')]).toEqual([
      'Enter your email address.',
      'Type your password.',
    ])
    expect(calls).toEqual([])
    await expectAccessible(page)
    await field('Email').fill('somebody@mail.plumb.test')
    await expect.poll(() => described('Email')).toBe('')
  })

  test('a wrong password is said in the Failed modal, and what was typed stays', async () => {
    await page.goto('/')
    await signInAs(LONGEST_EMAIL, 'not the password')
    expect(await modal('Failed')).not.toBe('')
    await button('Login').waitFor()
    expect(await field('Email').inputValue()).toBe(LONGEST_EMAIL)
    expect(await stored('user')).toBeNull()
    await page.setViewportSize(NARROWEST)
    expect(await sidewards()).toBe(0)
  })

  test('too many wrong passwords are answered with the time to wait, in words', async () => {
    const email = 'nobody@mail.plumb.test'
    for (let guess = 0; guess < 10; guess += 1) {
      await house.visitor().post('/api/login', { email, password: 'not the password' }, HERE)
    }
    await page.goto('/')
    await signInAs(email, 'not the password')
    expect(await modal('Failed')).toMatch(/Try again in \d+ minutes\.$/)
  })

  test('signing in says sending..., asks for the csrf cookie first, stores the session and loads the dashboard', async () => {
    const { email } = await joined('signs-in')
    const answer = await holdBack(page, '**/api/login')
    const calls = listen()
    await page.goto('/')
    await page.getByRole('checkbox', { name: 'Remember this account' }).check()
    const loaded = page.waitForEvent('load')
    await signInAs(email)
    await button('sending...').waitFor()
    await answer()
    await loaded
    await at('/dashboard')
    expect(calls.slice(0, 2)).toEqual(['GET /sanctum/csrf-cookie', 'POST /api/login'])
    for (const key of ['auth-token', 'user', 'plans', 'wallets']) expect(await stored(key)).not.toBeNull()
  })

  test('somebody unverified is sent to the verification, and nothing is stored', async () => {
    const { email } = await registered('unverified')
    await page.goto('/')
    await signInAs(email)
    await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
    await at('/verify-user')
    expect([await stored('user'), await stored('auth-token')]).toEqual([null, null])
  })

  test('a session that was ended elsewhere says so at the sign-in, also after a reload, until the next sign-in', async () => {
    const { email, id } = await joined('ended')
    await signInByForm(page, email, PASSWORD)
    await (await house.owner()).must(`/api/sign-out-everywhere/${id}`)
    await page.goto('/profile')
    const why = page.getByText('You were signed out.')
    await why.waitFor()
    await page.reload()
    await why.waitFor()
    await expectAccessible(page)
    await signInAs(email)
    await at('/profile')
    expect(await page.evaluate('sessionStorage.getItem("signed-out")')).toBeNull()
  })

  test('whoever opens a link before signing in comes to it, with its query and its hash', async () => {
    const { email } = await joined('comes-back')
    await page.goto('/investment?tab=active#below')
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    await expectAccessible(page)
    await signInAs(email)
    await at('/investment')
    expect(page.url()).toBe(`${house.url}/investment?tab=active#below`)
    await page.getByRole('tab', { name: 'Active', selected: true }).waitFor()
    expect(walker.complaints).toEqual([])
  })

  test('whoever asks for a new password on the way still comes to what they had opened', async () => {
    const { email } = await joined('forgets-on-the-way')
    const begin = async () => {
      await forgetSession(page)
      await page.goto('/investment?tab=active')
      await page.getByRole('link', { name: 'Forgot Password?' }).click()
      await page.getByRole('heading', { name: 'Recover Account' }).waitFor()
    }
    const comesThere = async () => {
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      await signInAs(email)
      await at('/investment')
      expect(page.url()).toBe(`${house.url}/investment?tab=active`)
    }
    await begin()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await comesThere()
    await begin()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send Recovery Instructions' }).click()
    await modal('Successful')
    await comesThere()
  })

  test('whoever looks at Create Account on the way still comes to what they had opened, with a new password too', async () => {
    const { email } = await joined('registers-on-the-way')
    for (const forgets of [false, true]) {
      await forgetSession(page)
      await page.goto('/investment?tab=active')
      await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click()
      await page.getByRole('heading', { name: 'Create Account' }).waitFor()
      if (forgets) await page.getByRole('link', { name: 'Forgot Password?' }).click()
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
      await page.getByRole('heading', { name: 'Account Login' }).waitFor()
      await signInAs(email)
      await at('/investment')
      expect(page.url()).toBe(`${house.url}/investment?tab=active`)
    }
  })

  test('a link that would lead to another site after signing in leads to the dashboard', async () => {
    const { email } = await joined('not-led-away')
    for (const next of ['//evil.test/', '/\\evil.test/', '%2F%2Fevil.test', 'https://evil.test/']) {
      await page.goto(`/?next=${next.startsWith('%') ? next : encodeURIComponent(next)}`)
      await signInAs(email)
      await at('/dashboard')
      await forgetSession(page)
    }
  })

  test('offline is said, and what was typed can be sent when the network is back', async () => {
    const { email } = await joined('offline')
    await page.goto('/')
    const there =
      'performance.getEntriesByType("resource").some(({ name, responseEnd }) => /modal-dialog/.test(name) && responseEnd > 0)'
    await expect.poll(() => page.evaluate(there)).toBe(true)
    await walker.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await signInAs(email)
    expect(await modal('Failed')).toMatch(/connection/)
    await walker.context.setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await button('Login').click()
    await at('/dashboard')
  })

  test('an invitation is kept, goes home after 2 seconds, and is named at the registration', async () => {
    const inviter = LONGEST_NAME.replace('a', 'z')
    await journey.join(inviter)
    await page.clock.install()
    await page.goto(`/invitation?referral=${inviter}`)
    await page.getByRole('heading', { name: inviter }).waitFor()
    await page.setViewportSize(NARROWEST)
    expect(await sidewards()).toBe(0)
    await expectAccessible(page)
    expect(await stored('invited-by')).toBe(inviter)
    await page.clock.fastForward(2000)
    await at('/')
    await page.getByRole('heading', { name: `${inviter} invites you to Plumb.` }).waitFor()
    expect(await sidewards()).toBe(0)
    await page.goto('/register')
    await page.getByText(`You were invited by ${inviter}`).waitFor()
    expect(await sidewards()).toBe(0)
  })

  test('an invitation by what can be no name is neither kept nor shown', async () => {
    await page.goto(`/invitation?referral=${encodeURIComponent('Call us on 555 0100 to claim')}`)
    await page.getByRole('heading', { name: 'Welcome.' }).waitFor()
    expect(await textOf(page)).not.toContain('555 0100')
    await at('/')
    expect(await stored('invited-by')).toBeNull()
  })

  test('registering says what is wrong under each field, keeps what was typed, and goes on after 3 seconds', async () => {
    await page.clock.install()
    await page.goto('/register')
    await page.getByRole('heading', { name: 'Create Account' }).waitFor()
    await leads('Forgot Password?', '/forgot-password')
    await leads('Login', '/login')
    expect(await page.getByLabel('Country').inputValue()).toBe('US')
    const fields = ['Username', 'Email Address', 'Choose Password', 'Confirm Password', 'Phone']
    expect(await Promise.all(fields.map((name) => field(name).getAttribute('autocomplete')))).toEqual([
      'nickname',
      'username',
      'new-password',
      'new-password',
      'tel',
    ])

    const calls = listen()
    await button('Create Account').click()
    await expect.poll(focused).toBe('name')
    expect(await Promise.all(fields.map(described))).toEqual([
      'Choose a username. Public. It is in your invitation link.',
      'Enter your email address.',
      'Use 10 or more characters. 10 or more characters. Passwords found in leaks aren’t accepted.',
      '',
      'This is not a valid phone number.',
    ])
    await page.getByText('You have to agree to the terms.').waitFor()
    expect(calls).toEqual([])
    await expectAccessible(page)

    const name = 'newcomer'
    await field('Username').fill(name)
    await field('Email Address').fill(`${name}@mail.plumb.test`)
    await field('Choose Password').fill('password123')
    await button('Show password').first().click()
    expect(await field('Choose Password').getAttribute('type')).toBe('text')
    await field('Confirm Password').fill('password123')
    await page.getByLabel('Phone').pressSequentially('2025550143')
    await page.getByRole('checkbox').check()
    await button('Create Account').click()
    expect(await modal('Failed')).toContain('found in a leak')
    await expect.poll(() => described('Choose Password')).toContain('found in a leak')
    await expect.poll(focused).toBe('password')
    expect(await field('Username').inputValue()).toBe(name)
    // in groups where what groups them was there in time
    expect((await field('Phone').inputValue()).replace(/\D/g, '')).toBe('2025550143')

    await field('Choose Password').fill(PASSWORD)
    await field('Confirm Password').fill(PASSWORD)
    const answer = page.waitForResponse('**/api/register')
    await button('Create Account').click()
    expect((await answer).status()).toBe(200)
    await expect.poll(() => stored('auth-token')).not.toBeNull()
    await page.clock.fastForward(2500)
    await at('/register')
    await page.clock.fastForward(700)
    await at('/dashboard')
    await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
  })

  test('a new password is told what it lacks while it is typed', async () => {
    await page.goto('/register')
    await expect
      .poll(() => described('Choose Password'))
      .toBe('10 or more characters. Passwords found in leaks aren’t accepted.')
    await field('Choose Password').fill('seven77')
    await expect.poll(() => described('Choose Password')).toBe('3 more characters')
    await field('Choose Password').fill('seven77seven77')
    await expect.poll(() => described('Choose Password')).toContain('Long enough.')
    await field('Choose Password').fill('qwertyuiop12')
    await expect.poll(() => described('Choose Password')).toContain('Don’t use a repeated character or a sequence')
    await field('Username').fill('amy-carpenter')
    for (const label of ['Choose Password', 'Confirm Password']) await field(label).fill('Carpenter2026')
    await button('Create Account').click()
    await expect
      .poll(() => described('Choose Password'))
      .toMatch(/^Don’t make it from your username, your email address or the name of this site\. Long enough/)
  })

  test('the telephone number is set as its country writes it, and said to be wrong when it is left', async () => {
    await page.goto('/register')
    await field('Phone').pressSequentially('+442071838750')
    await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('GB')
    await field('Phone').fill('12')
    await field('Phone').blur()
    await expect.poll(() => described('Phone')).toBe('This is not a valid phone number.')
    await page.getByLabel('Country').selectOption('US')
    await field('Phone').fill('')
    await field('Phone').pressSequentially('2025550143')
    await expect.poll(() => described('Phone')).toBe('')
  })

  test('codes can be sent anew after 60 seconds, may be pasted with a blank, and lead to the check after 3 seconds', async () => {
    const reader = await registered('proves')
    await page.clock.install()
    await page.goto('/')
    await signInAs(reader.email)
    await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
    await leads('Create Account', '/register')
    await leads('Login', '/login')
    // each is one field, however many boxes are drawn
    expect(await page.getByRole('textbox').count()).toBe(2)
    for (const code of ['Email code', 'Phone code']) {
      expect(await field(code).getAttribute('autocomplete')).toBe('one-time-code')
      expect(await field(code).getAttribute('inputmode')).toBe('numeric')
      expect(await field(code).getAttribute('maxlength')).toBe('7')
    }
    await page
      .getByRole('timer')
      .getByText(/^Resend code in \d\d seconds$/)
      .waitFor()
    await button('Verify Account').click()
    await expect.poll(() => described('Email code')).toBe('A code has six digits.')
    await expectAccessible(page)

    const old = await reader.codeFrom('.eml', reader.email)
    expect(await button('Resend code').count()).toBe(0)
    await page.clock.fastForward(60_000)
    await button('Resend code').waitFor()
    expect(await textOf(page)).not.toContain('expired')
    expect(await button('Verify Account').isEnabled()).toBe(true)
    await expectAccessible(page)
    await house.clock.move(MINUTE)
    const answer = page.waitForResponse('**/api/retry-verification')
    await button('Resend code').click()
    await answer
    await page.clock.fastForward(700)
    await modal('Successful')
    await page
      .getByRole('timer')
      .getByText(/^Resend code in [56]\d seconds$/)
      .waitFor()
    await expect.poll(() => reader.codeFrom('.eml', reader.email)).not.toBe(old)

    const parted = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`
    await field('Email code').fill(parted(await reader.codeFrom('.eml', reader.email)))
    await field('Email code').press('7')
    expect(await field('Email code').inputValue()).toMatch(/^\d{6}$/)
    const texted = await reader.codeFrom('.txt', reader.phone)
    await inPage(
      page,
      `const data = new DataTransfer()
      data.setData('text', ${JSON.stringify(parted(texted))})
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('[name=phone_code]').dispatchEvent(paste)`,
    )
    expect(await field('Phone code').inputValue()).toBe(texted)
    const verified = page.waitForResponse('**/api/verify-account')
    await button('Verify Account').click()
    expect((await verified).status()).toBe(200)
    await expect.poll(async () => JSON.parse((await stored('user')) ?? '{}').verified).toBe(true)
    await page.clock.fastForward(2500)
    await at('/verify-user')
    await page.clock.fastForward(700)
    await at('/kyc')
  })

  test('a forgotten password is answered alike for everybody, and goes home', async () => {
    const { email } = await joined('forgets')
    const said: string[] = []
    for (const typed of [email, 'nobody@mail.plumb.test']) {
      await page.goto('/forgot-password')
      await page.getByRole('heading', { name: 'Recover Account' }).waitFor()
      await button('Send Recovery Instructions').click()
      await expect.poll(() => described('Email')).toBe('Enter your email address.')
      await field('Email').fill(typed)
      await button('Send Recovery Instructions').click()
      said.push(await modal('Successful'))
      await at('/')
    }
    expect(said[0]).toBe(said[1])
    expect(walker.complaints).toEqual([])
  })

  test('a reset link works once: then the page says so before anything is typed', async () => {
    const reader = await joined('resets')
    await house.visitor().must('/api/forgot-password', { email: reader.email })
    const mail = await reader.newestMessage('.eml', reader.email, /reset-password\?token=/)
    const link = `/reset-password?token=${/token=([\w-]+)/.exec(mail)?.[1] ?? ''}`
    await page.goto(link)
    await field('Choose Password').fill('another line hangs straight')
    await field('Confirm Password').fill('another line')
    await button('Save new password').click()
    await expect.poll(() => described('Confirm Password')).toBe('The two passwords are not the same.')
    await field('Confirm Password').fill('another line hangs straight')
    await button('Save new password').click()
    await modal('Successful')
    await at('/login')
    await page.goto(link)
    await page.getByText('This link no longer works.').waitFor()
    await leads('Ask for a new link', '/forgot-password')
    await page.goto('/reset-password')
    await page.getByText('This link is not complete.').waitFor()
    await expectAccessible(page)
    expect(walker.complaints).toEqual([])
  })

  test('a set-up link that does not work says so at once', async () => {
    for (const path of ['/setup', '/setup?token=used']) {
      await page.goto(path)
      await page.getByText('This link no longer works.').waitFor()
      await leads('Login', '/login')
    }
    expect(walker.complaints).toEqual([])
  })

  test('the terms say what a person agrees to', async () => {
    await page.goto('/register')
    const opened = walker.context.waitForEvent('page')
    await page.getByRole('checkbox').locator('..').locator('..').getByRole('link', { name: 'terms' }).click()
    const terms = await opened
    await terms.getByRole('heading', { name: 'Terms' }).waitFor()
    expect(await terms.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(5)
    expect(await textOf(terms)).toContain('Your capital is at risk.')
  })

  test('an address of 254 characters and a name of 30 letters fit on the narrowest screens', async () => {
    const { email } = await registered('narrow')
    await page.setViewportSize(NARROWEST)
    await page.goto('/')
    await signInAs(email)
    await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
    const paths = [
      '/',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password?token=x',
      '/setup?token=x',
      '/terms',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      expect(await sidewards(), path).toBe(0)
    }
    // As it is between registering and verifying.
    const user = {
      id: 'x',
      name: LONGEST_NAME,
      email: LONGEST_EMAIL,
      phone: '+12025550143',
      verified: false,
      roles: [],
    }
    await page.evaluate(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(user))})`)
    await page.goto('/dashboard')
    await page.getByText(LONGEST_EMAIL).waitFor()
    expect(await sidewards()).toBe(0)
  })
})

describe('the person themselves', () => {
  let walker: Walker
  let page: Page
  let id: string
  beforeAll(async () => {
    const visitor = await journey.join('person')
    id = visitor.id
    walker = await journey.walker('light')
    page = walker.page
    await signInByForm(page, 'person@mail.plumb.test', PASSWORD)
  })
  afterAll(() => walker.context.close())
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer })
  const update = () => page.getByRole('button', { name: 'update profile' })

  test('are shown on the profile with all that is known', async () => {
    await page.goto('/profile')
    const details = page.locator('dl')
    await details.getByText('Member since').waitFor()
    const known = (await details.innerText()).replaceAll(/\s+/g, ' ')
    for (const said of [
      'Email person@mail.plumb.test',
      'Phone +1202',
      'Country United States',
      'Identity check None',
      'Member since Mar 1, 2026',
    ]) {
      expect(known).toContain(said)
    }
    await page.getByText('You can change your email and phone number in Security.').waitFor()
    expect(await update().isDisabled()).toBe(true)
    await page.setViewportSize(NARROWEST)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  test('choose a picture, are told what is wrong with a file, see it before it is sent, and it is theirs everywhere', async () => {
    await page.goto('/profile')
    const input = page.getByLabel('Choose a picture')
    for (const [name, kind, bytes, said] of [
      ['me.svg', 'image/svg+xml', Buffer.from(SVG), 'Choose a JPEG, PNG or WebP picture.'],
      ['me.png', 'image/png', Buffer.from(SVG), 'This file cannot be shown as a picture.'],
      ['me.jpg', 'image/jpeg', Buffer.alloc(10 * 1024 * 1024 + 1), 'Choose a picture of at most 10 MB.'],
    ] as const) {
      await choose(name, kind, bytes)
      await page.getByText(said).waitFor()
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      expect(await update().isDisabled()).toBe(true)
    }
    await choose('me.jpg', 'image/jpeg', await fromTelephone('jpeg'))
    await expect.poll(() => page.locator('form img').getAttribute('src')).toMatch(/^blob:/)
    expect(await input.getAttribute('aria-invalid')).toBeNull()
    const answer = await holdBack(page, '**/api/profile-update')
    await update().click()
    await page.getByRole('button', { name: 'uploading...' }).waitFor()
    await answer()
    const modal = page.getByRole('dialog', { name: 'Successful' })
    await modal.getByText('Your picture is updated.').waitFor()
    await modal.getByRole('button', { name: 'Okay' }).click()
    const shown = await page.locator('form img').getAttribute('src')
    expect(shown).toMatch(/^\/api\/picture\//)
    expect(JSON.parse(String(await page.evaluate('localStorage.getItem("user")'))).profile).toBe(shown)
    await choose('me.png', 'image/png', await flat(16).png().toBuffer())
    await expect.poll(() => update().isDisabled()).toBe(false)
    expect(walker.complaints).toEqual([])
  })

  test('ask for the identity check, are told that it is submitted, and why it was rejected', async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: 'None' }).click()
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
    await takeSteps(page, 1)
    await page.getByRole('heading', { name: 'Submitted' }).waitFor()
    const owner = await house.owner()
    await owner.must(`/api/decline-kyc/${id}`, { reason: 'The name differs.' })
    await page.getByRole('heading', { name: 'Rejected' }).waitFor()
    await page.getByText('The name differs.').waitFor()
    await addPictures(page, 1)
    await owner.must(`/api/approve-kyc/${id}`)
    await page.getByRole('heading', { name: 'Approved', exact: true }).waitFor()
    expect(walker.complaints).toEqual([])
  })
})
