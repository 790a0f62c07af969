/** @module-tag thorough */
import { generateSync } from 'otplib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../scripts/failover-cluster.ts'
import { expectAccessibleEverywhere } from '../support/axe-findings.ts'
import { PHONE, type Walker } from '../support/browser.ts'
import { addApp } from '../support/factors.ts'
import { choosePictures, typeDetails } from '../support/identity-steps.ts'
import { inPage } from '../support/in-page.ts'
import { keptOnDevice } from '../support/kept-on-device.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, forgetSession, logIn, PASSWORD, signIn } from '../support/walk.ts'

const STEP = 30_000
const ANOTHER = 'another horse, another battery'

describe('second factors', () => {
  let journey: Journey
  let walker: Walker
  let page: Page
  let investor: Visitor
  let secret: string
  let codes: string[]

  beforeAll(async () => {
    const [port] = await freePorts(1)
    // passkeys belong to the address that people use
    journey = await openJourney({ env: { PORT: String(port), APP_URL: `http://localhost:${port}` } })
    investor = await journey.join('investor')
    walker = await journey.walker('light')
    page = walker.page
    const devtools = await walker.context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    // it would answer what the e-mail field offers at once, before anybody has chosen it
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)')
    await signIn(page, investor.email, PASSWORD, '/security')
  })
  afterAll(() => journey.close())

  const section = () => page.getByRole('region', { name: 'Second factors' })
  const typeCode = () =>
    page
      .getByLabel('Code from your authenticator app')
      .fill(generateSync({ secret, epoch: Math.floor(journey.house.clock.now().getTime() / 1000) }))
  const signOut = async () => {
    await walker.context.clearCookies()
    await forgetSession(page)
  }

  test('an authenticator app is added with the password and a code', async () => {
    await section().getByText('None yet. Your password alone protects your money.').waitFor()
    await section().getByRole('button', { name: 'Add an authenticator app' }).click()
    await section().getByText('Once it’s added, withdrawals pause for 24 hours').waitFor()
    await section().getByLabel('Name', { exact: true }).fill('My phone')
    await section().getByLabel('Current password').fill('not the password')
    await section().getByRole('button', { name: 'Continue' }).click()
    await acknowledge(page, 'Failed')
    await section().getByText('This password is incorrect.').waitFor()
    await section().getByLabel('Current password').fill(PASSWORD)
    await section().getByRole('button', { name: 'Continue' }).click()
    await section().getByRole('img', { name: 'Scan this with your authenticator app' }).waitFor()
    secret = (await section().locator('.font-mono').innerText()).replaceAll(' ', '')
    await expectAccessibleEverywhere(page)
    await typeCode()
    await section().getByRole('button', { name: 'Add', exact: true }).click()
    await acknowledge(page)
    await section().getByText('My phone').waitFor()
  })

  test('before the last one is removed, it says that the password is alone then, and the button is red', async () => {
    const colour = (button: Locator) => button.evaluate('(at) => getComputedStyle(at).color')
    const remove = section().getByRole('button', { name: 'Remove: My phone' })
    const red = await colour(remove)
    await remove.click()
    await section().getByText('This is your last second factor: afterwards your password alone').waitFor()
    expect(await colour(remove)).toBe(red)
    await expectAccessibleEverywhere(page)
    await section().getByRole('button', { name: 'Cancel' }).click()
    await section().getByRole('button', { name: 'Rename: My phone' }).waitFor()
  })

  test('recovery codes are shown once, ten of them', async () => {
    await section().getByRole('button', { name: 'Make recovery codes' }).click()
    await section().getByText('Keep them apart from your password.').waitFor()
    codes = await section().locator('ol li').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await page.setViewportSize({ width: 320, height: 640 })
    const heights = await inPage<number[]>(
      page,
      `return [...document.querySelectorAll('ol.select-all li')].map((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))`,
    )
    expect(heights.map(Math.round), 'lines of each').toEqual(codes.map(() => 1))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.setViewportSize(PHONE)
    await expectAccessibleEverywhere(page)
    await section().getByRole('button', { name: 'I’ve saved them' }).click()
    await section().getByText('10 of 10 left').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(codes[0])
  })

  test('what matters asks once more after five minutes, and goes on with what was begun', async () => {
    await journey.house.clock.move(6 * 60_000)
    await section().getByRole('button', { name: 'Add a passkey' }).click()
    await section().getByLabel('Name', { exact: true }).fill('This laptop')
    await section().getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.waitFor()
    await expectAccessibleEverywhere(page)
    await dialog.getByLabel('Code from your authenticator app').fill('000000')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog
      .getByText(/incorrect|wrong/i)
      .first()
      .waitFor()
    await journey.house.clock.move(STEP)
    await typeCode()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await acknowledge(page)
    await section().getByText('This laptop').waitFor()
  })

  test('a password alone signs in no more; a code of the app completes it', async () => {
    await journey.house.clock.move(STEP)
    await signOut()
    await page.goto('/login')
    await page.getByLabel('Email').fill(investor.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/sign-in-factor**')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await expectAccessibleEverywhere(page)
    await typeCode()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/dashboard')
  })

  test('a recovery code stands in for the app, once', async () => {
    for (const outcome of ['**/dashboard', 'refused']) {
      await signOut()
      await page.goto('/login')
      await page.getByLabel('Email').fill(investor.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (outcome === 'refused')
        await page
          .getByText(/recovery code/i)
          .nth(1)
          .waitFor()
      else await page.waitForURL(outcome)
    }
    expect(new URL(page.url()).pathname).toBe('/sign-in-factor')
  })

  test('whoever begins to sign in as somebody else in another window is told so in the first, and signs in there anew', async () => {
    const other = await journey.join('other')
    await addApp(other, journey.house.clock.now(), { password: PASSWORD })
    await signOut()
    await logIn(page, investor.email, PASSWORD)
    await page.waitForURL('**/sign-in-factor**')
    const second = await walker.context.newPage()
    await logIn(second, other.email, PASSWORD)
    await second.waitForURL('**/sign-in-factor**')
    await second.close()
    await journey.house.clock.move(STEP)
    await typeCode()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('Another sign-in was begun in this browser').waitFor()
    await expectAccessibleEverywhere(page)
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.waitForURL('**/login')
  })

  test('a link for a new password skips neither the second factor nor the pause of withdrawals', async () => {
    await signOut()
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(investor.email)
    await page.getByRole('button', { name: 'Send Recovery Instructions' }).click()
    await acknowledge(page)
    const mail = await investor.newestMessage('.eml', investor.email, /reset-password\?token=/)
    await page.goto(/(\/reset-password\?token=[\w-]+)/.exec(mail)?.[1] ?? '')
    await page.getByLabel('Choose Password', { exact: true }).fill(ANOTHER)
    await page.getByLabel('Confirm Password').fill(ANOTHER)
    await page.getByRole('button', { name: 'Save new password' }).click()
    await acknowledge(page)
    await page.waitForURL('**/login')
    await logIn(page, investor.email, ANOTHER)
    await page.waitForURL('**/sign-in-factor**')
    await journey.house.clock.move(STEP)
    await typeCode()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/withdraw')
    await page
      .getByText(/withdrawals are paused/i)
      .first()
      .waitFor()
    await expectAccessibleEverywhere(page, { whole: true })
  })

  test('neither the secret of an app nor a recovery code is kept on the device', async () => {
    await page.goto('/security')
    await section().getByText('My phone').waitFor()
    const kept = await keptOnDevice(page)
    expect(kept).toContain(investor.email)
    for (const hidden of [secret, ...codes, PASSWORD, ANOTHER]) expect(kept).not.toContain(hidden)
  })

  test('a passkey signs in by itself', async () => {
    await signOut()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/dashboard')
    expect(walker.complaints.filter((line) => !/40[13]|422/.test(line))).toEqual([])
  })

  test('a passkey that is chosen in the e-mail field after too long is said to be refused, and may be chosen again', async () => {
    await signOut()
    // people choose it in a list of the browser's own, which nobody sees here
    await page.addInitScript(`
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true)
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = async ({ mediation, ...asked }) => {
        if (mediation === 'conditional') await new Promise((chosen) => (globalThis.chosen = chosen))
        return get(asked)
      }`)
    const choose = async () => {
      await expect.poll(() => page.evaluate('typeof globalThis.chosen')).toBe('function')
      await page.evaluate('chosen(), (globalThis.chosen = undefined)')
    }
    await page.goto('/login')
    await page.getByLabel('Email').click()
    await expect.poll(() => page.evaluate('typeof globalThis.chosen')).toBe('function')
    await journey.house.clock.move(6 * 60_000)
    await choose()
    expect(await acknowledge(page, 'Failed')).toContain('Try again')
    await choose()
    await page.waitForURL('**/dashboard')
  })

  test('the file with all data asks for the second factor, and comes once it was given', async () => {
    await journey.house.clock.move(6 * 60_000)
    await page.goto('/statement')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.waitFor()
    await typeCode()
    const file = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    expect((await file).suggestedFilename()).toMatch(/^plumb-export-[\d-]+\.json$/)
  })

  test('so does handing in an identity check, which is submitted once it was given', async () => {
    await journey.house.clock.move(6 * 60_000)
    await page.goto('/kyc')
    await typeDetails(page, 1)
    await choosePictures(page, 1)
    await page.getByRole('button', { name: 'Submit for review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.waitFor()
    await typeCode()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await acknowledge(page)
    await page.getByRole('heading', { name: 'Submitted' }).waitFor()
  })
})

test('where everybody needs a second factor, whoever has none is led to add one, and then goes on', async () => {
  const journey = await openJourney({ offer: false, env: { INVESTOR_SECOND_FACTOR: 'required', KYC: 'off' } })
  try {
    const investor = await journey.join('investor')
    const { page } = await journey.walker('light')
    await page.goto('/login')
    await page.getByLabel('Email').fill(investor.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/security')
    const section = page.getByRole('region', { name: 'Second factors' })
    await section.getByText('You need a second factor here. Add one to continue.').waitFor()
    await page.getByText('This device').waitFor()
    expect(await page.getByText('This could not be loaded.').count()).toBe(0)
    await expectAccessibleEverywhere(page)
    await page.goto('/statement')
    await page.waitForURL('**/security')
    await section.getByRole('button', { name: 'Add an authenticator app' }).click()
    await section.getByLabel('Name', { exact: true }).fill('My phone')
    await section.getByLabel('Current password').fill(PASSWORD)
    await section.getByRole('button', { name: 'Continue' }).click()
    await section.getByRole('img', { name: 'Scan this with your authenticator app' }).waitFor()
    const secret = (await section.locator('.font-mono').innerText()).replaceAll(' ', '')
    const epoch = Math.floor(journey.house.clock.now().getTime() / 1000)
    await page.getByLabel('Code from your authenticator app').fill(generateSync({ secret, epoch }))
    await section.getByRole('button', { name: 'Add', exact: true }).click()
    await acknowledge(page)
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  } finally {
    await journey.close()
  }
})
