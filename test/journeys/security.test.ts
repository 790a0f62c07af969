/** @module-tag thorough */
/** How somebody sees to their own account: sign-ins, password, e-mail address, what was done, closing it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { openJourney, type Journey } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, goWithin, PASSWORD, signIn } from '../support/walk.ts'

const ANOTHER = 'four staples in a row'

let journey: Journey
beforeAll(async () => {
  journey = await openJourney({ offer: false })
})
afterAll(() => journey.close())

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('on a phone', () => {
  let amy: Visitor
  let other: Visitor
  let page: Page
  beforeAll(async () => {
    amy = await journey.join('amy')
    other = journey.house.visitor()
    await other.signIn(amy.email, PASSWORD)
    ;({ page } = await journey.walker('light'))
  })

  test('the sign-in is remembered where that was asked for', async () => {
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(amy.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Remember this account').check()
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/dashboard')
    const { items } = (await amy.get('/api/sessions')).body
    expect(items.map(({ remembered }: { remembered: boolean }) => remembered)).toContain(true)
  })

  test('sign-ins are listed with this device first; it is named, and another is ended', async () => {
    await goWithin(page, '/profile')
    await page.getByRole('link', { name: 'Manage sign-in' }).click()
    const sessions = section(page, 'Where you’re signed in')
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
    const first = sessions.getByRole('listitem').first()
    expect(await first.innerText()).toContain('This device')
    await first.getByRole('button', { name: /^Rename/ }).click()
    await first.getByLabel('Device name').fill('My phone')
    await first.getByRole('button', { name: 'Save name' }).click()
    await first.getByText('My phone').waitFor()
    expect((await other.get('/api/user')).status).toBe(200)
    await expectAccessible(page)
    await sessions.getByRole('button', { name: 'End all others' }).click()
    await acknowledge(page)
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
    expect((await other.get('/api/user')).status).toBe(401)
  })

  test('the password is changed with the present one, and the wrong one is said at its field', async () => {
    const password = section(page, 'Password')
    await password.getByRole('button', { name: 'Change password' }).click()
    await password.getByLabel('Current password').fill('not this one at all')
    await password.getByLabel('Choose Password').fill(ANOTHER)
    await password.getByLabel('Confirm Password').fill(ANOTHER)
    await password.getByRole('button', { name: 'Change password' }).click()
    await acknowledge(page, 'Failed')
    await password.getByText('This password is incorrect.').waitFor()
    await password.getByLabel('Current password').fill(PASSWORD)
    await password.getByRole('button', { name: 'Change password' }).click()
    await acknowledge(page)
    await section(page, 'Activity').getByText('You changed your password').waitFor()
  })

  test('the e-mail address is another once its code is typed, and the old one takes it back by the link', async () => {
    const email = section(page, 'Email')
    await email.getByRole('button', { name: 'Change email' }).click()
    await email.getByLabel('New email').fill('amy-new@mail.plumb.test')
    await email.getByLabel('Current password').fill(ANOTHER)
    await email.getByRole('button', { name: 'Send code' }).click()
    await email.getByText('We sent a code to amy-new@mail.plumb.test.').waitFor()
    await expectAccessible(page)
    await email.getByLabel('Code').fill(await amy.codeFrom('.eml', 'amy-new@mail.plumb.test'))
    await email.getByRole('button', { name: 'Confirm' }).click()
    await acknowledge(page)
    await email.getByText('amy-new@mail.plumb.test').waitFor()

    const mail = await amy.newestMessage('.eml', amy.email, /undo-change\?token=/)
    const token = /undo-change\?token=([\w-]{43})/.exec(mail)?.[1] ?? ''
    const { page: old } = await journey.walker('light')
    await old.goto(`/undo-change?token=${token}`)
    await expectAccessible(old)
    await old.getByRole('button', { name: 'Take it back' }).click()
    await old.getByText('Your account is taken back.').waitFor()
    // and this device, which is signed out, comes to the sign-in
    await page.waitForURL('**/?next=**')
  })
})

describe('on a desk', () => {
  const atDesk = async () => {
    const { page } = await journey.walker('dark')
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }

  test('an administrator reads what was done and from where, and cannot close the account', async () => {
    const page = await atDesk()
    await signIn(page, OWNER.email, OWNER.password, '/security')
    await section(page, 'Activity').getByText('You signed in').first().waitFor()
    expect(await section(page, 'Close account').innerText()).toContain('An owner has to remove your roles first.')
    expect(await section(page, 'Close account').getByRole('button').count()).toBe(0)
    await expectAccessible(page)
  })

  test('a desk that nobody touches is signed out after 15 minutes, whatever it hears', async () => {
    const page = await atDesk()
    await signIn(page, OWNER.email, OWNER.password)
    await page.getByRole('main').waitFor()
    await journey.house.clock.move(15 * 60_000, { away: true })
    await page.getByText('You were signed out.', { exact: false }).waitFor()
  })

  test('whoever writes for long without asking for anything says that they are there', async () => {
    const page = await atDesk()
    await page.clock.install()
    const listens = page.waitForRequest('**/api/events')
    await signIn(page, OWNER.email, OWNER.password)
    await listens
    await page.clock.fastForward('06:00')
    const asked = page.waitForRequest('**/api/user')
    await page.keyboard.press('x')
    expect((await asked).headers()).not.toHaveProperty('x-unattended')
  })

  test('an account is closed by its owner, who is told what stays', async () => {
    const zoe = await journey.join('zoe')
    const page = await atDesk()
    await signIn(page, zoe.email, PASSWORD, '/security')
    const close = section(page, 'Close account')
    await close.getByRole('button', { name: 'Close account' }).click()
    await close.getByText('Nobody can use your username again.', { exact: false }).waitFor()
    await expectAccessible(page)
    await close.getByLabel('Current password').fill(PASSWORD)
    await close.getByRole('button', { name: 'Close my account' }).click()
    await page.waitForURL('**/')
    await page.getByRole('button', { name: 'Login' }).waitFor()
    expect((await journey.house.visitor().signIn(zoe.email, PASSWORD)).status).toBe(401)
  })
})
