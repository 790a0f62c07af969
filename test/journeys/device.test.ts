import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { openBrowser, openWalker, type Walker } from './browser.ts'
import { makeOffer, PASSWORD, signIn, textOf } from './walk.ts'

let browser: Browser
let house: TestApp
let walker: Walker
beforeAll(async () => {
  browser = await openBrowser()
  house = await startTestApp({ env: { KYC: 'off' } })
  await makeOffer(await house.owner())
  await house.visitor().join('first')
  await house.visitor().join('second')
  walker = await openWalker(browser, house.url, 'light')
})
afterAll(async () => {
  await walker.context.close()
  await house.close()
  await browser.close()
})

describe('one device', () => {
  test('says how old its figures are when it is offline, also right after a screen came up', async () => {
    const { page, context } = walker
    await signIn(page, 'first@mail.plumb.test', PASSWORD)
    await page.goto('/withdraw')
    await page.getByText('Up to $0.00').waitFor()
    await context.setOffline(true)
    const banner = page.getByText('You are offline.')
    await banner.waitFor()
    expect(await banner.innerText()).toContain('Figures as of')
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
  })

  test('forgets a mistake as soon as its field is changed, and shows it again when it is sent again', async () => {
    const { page } = walker
    const other = await openWalker(browser, house.url, 'light')
    try {
      const form = other.page
      await form.goto('/register')
      await form.getByLabel('Username').fill('third')
      await form.getByLabel('Email Address').fill('third@mail.plumb.test')
      await form.getByLabel('Choose Password').fill(PASSWORD)
      await form.getByLabel('Confirm Password').fill('another')
      await form.getByLabel('Phone').pressSequentially('2025550143')
      await form.getByRole('checkbox').check()
      const send = async () => {
        await form.getByRole('button', { name: 'Create Account' }).click()
        const modal = form.getByRole('alertdialog')
        await modal.waitFor()
        const said = await modal.innerText()
        await modal.getByRole('button', { name: 'Okay' }).click()
        await modal.waitFor({ state: 'detached' })
        return said
      }
      expect(await send()).not.toContain('password_confirmation')
      const mistakes = form.getByText('The two passwords are not the same.')
      expect(await mistakes.count()).toBe(2)
      await form.getByLabel('Confirm Password').fill('yet another')
      await expect.poll(() => mistakes.count()).toBe(1)
      await send()
      await expect.poll(() => mistakes.count()).toBe(2)
    } finally {
      await other.context.close()
    }
    expect(await textOf(page)).not.toContain('offline')
  })

  test('hides from the next person the amounts that the last one had shown', async () => {
    const { page } = walker
    await page.goto('/dashboard')
    const balances = page.getByRole('list', { name: 'Balances' })
    await balances.getByRole('button', { name: 'click for balance' }).first().click()
    await balances.getByText('$0.00').waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    await signIn(page, 'second@mail.plumb.test', PASSWORD)
    await balances.getByRole('button', { name: 'click for balance' }).first().waitFor()
    expect(await balances.getByText('$0.00').count()).toBe(0)
  })
})
