/** @module-tag thorough */
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openWalker, type Walker } from '../support/browser.ts'
import { foundBrowsers } from '../support/find-browser.ts'
import { inPage } from '../support/in-page.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { PASSWORD, signInByForm, textOf } from '../support/walk.ts'

let journey: Journey
let house: TestApp
let walker: Walker
beforeAll(async () => {
  journey = await openJourney({ env: { KYC: 'off' } })
  house = journey.house
  await house.visitor().join('first')
  await house.visitor().join('second')
  walker = await journey.walker('light', { kept: true })
})
afterAll(() => journey.close())

describe('one device', () => {
  test('says how old its figures are when it is offline, also right after a screen came up', async () => {
    const { page, context } = walker
    await signInByForm(page, 'first@mail.plumb.test', PASSWORD)
    await page.goto('/withdraw')
    await page.getByText('There is nothing to withdraw yet.').waitFor()
    await context.setOffline(true)
    const banner = page.getByText('You are offline.')
    await banner.waitFor()
    expect(await banner.innerText()).toContain('Figures as of')
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
  })

  test('forgets a mistake as soon as its field is changed, and shows it again when it is sent again', async () => {
    const { page } = walker
    const other = await journey.walker('light', { kept: true })
    try {
      const form = other.page
      await form.goto('/register')
      // only the server knows that this name is taken
      const name = form.getByLabel('Username')
      await name.fill('first')
      await form.getByLabel('Email Address').fill('third@mail.plumb.test')
      await form.getByLabel('Choose Password').fill(PASSWORD)
      await form.getByLabel('Confirm Password').fill(PASSWORD)
      await form.getByLabel('Phone').pressSequentially('2025550143')
      await form.getByRole('checkbox').check()
      const send = async () => {
        await form.getByRole('button', { name: 'Create Account' }).click()
        const modal = form.getByRole('alertdialog')
        await modal.waitFor()
        await modal.getByRole('button', { name: 'Okay' }).click()
        await modal.waitFor({ state: 'detached' })
      }
      const wrong = () => name.getAttribute('aria-invalid')
      await send()
      expect(await wrong()).toBe('true')
      await name.fill('firstborn')
      await expect.poll(wrong).toBe(null)
      await name.fill('first')
      await send()
      await expect.poll(wrong).toBe('true')
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
    await signInByForm(page, 'second@mail.plumb.test', PASSWORD)
    await balances.getByRole('button', { name: 'click for balance' }).first().waitFor()
    expect(await balances.getByText('$0.00').count()).toBe(0)
  })

  test('shows in no tab the figures of somebody who has signed out in another one', async () => {
    const one = await journey.walker('light', { kept: true })
    try {
      await signInByForm(one.page, 'first@mail.plumb.test', PASSWORD)
      await one.page.getByText(/^(Good \w+|Hello), first$/).waitFor()
      const other = await one.context.newPage()
      await other.goto('/statement')
      await other.getByText('Every dollar, in and out').waitFor()
      await logOut(one.page)
      await other.getByRole('heading', { name: 'Account Login' }).waitFor()
      // what somebody types at a visitor's page stays, whoever signs in meanwhile
      await other.getByLabel('Email', { exact: true }).fill('half@typed')
      await inPage(
        other,
        `addEventListener('storage', ({ key }) => key === 'user' && (document.documentElement.dataset.heard = 'of it'))
        // as soon as it is to be loaded again
        navigation.addEventListener('navigate', () => (document.documentElement.dataset.heard = 'and left'))`,
      )
      await signInByForm(one.page, 'first@mail.plumb.test', PASSWORD)
      await expect.poll(() => inPage(other, 'return document.documentElement.dataset.heard')).toBe('of it')
      expect(await other.getByLabel('Email', { exact: true }).inputValue()).toBe('half@typed')
      await other.goto('/dashboard')
      await other.getByText(/^(Good \w+|Hello), first$/).waitFor()
      await logOut(one.page)
      await signInByForm(one.page, 'second@mail.plumb.test', PASSWORD)
      await other.getByRole('heading', { name: 'Account Login' }).waitFor()
      expect(await textOf(other)).not.toContain('Earnings Wallet')
    } finally {
      await one.context.close()
    }
  })

  test('brings back by Back neither figures after a sign-out nor a password that was typed', async () => {
    const { path, args } = foundBrowsers().whole
    // as people have it: a page that is left is put away whole
    const keeping = await chromium.launch({
      executablePath: path,
      args,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const { page } = await openWalker(keeping, house.url, 'light', { kept: true })
      await signInByForm(page, 'first@mail.plumb.test', PASSWORD)
      await page.getByText(/^(Good \w+|Hello), first$/).waitFor()
      await back(page)
      await page.getByText(/^(Good \w+|Hello), first$/).waitFor()
      expect(await page.locator('input').count()).toBe(0)
      await page.goto('/statement')
      await page.getByText('Every dollar, in and out').waitFor()
      await logOut(page)
      for (let step = 0; step < 3; step++) {
        await back(page)
        await page.getByRole('heading', { name: 'Account Login' }).waitFor()
        expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      }
    } finally {
      await keeping.close()
    }
  })

  test('reads its growing figures again at once where its clock is set', async () => {
    const owner = await house.owner()
    const growing = await journey.join('growing')
    const { plans, wallets } = (await growing.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '5000', duration: 30 }
    const { r_url } = await growing.must('/api/save-investment', choice)
    await growing.must(`/api/verify-investment/${new URLSearchParams(r_url).get('tranx_id')}`)
    const { id } = (await growing.get('/api/histories')).body.investments[0]
    await owner.must(`/api/approve-investment/${id}`)
    const { page, context } = await journey.walker('light', { kept: true })
    try {
      await page.addInitScript(
        'window.moved = 0; Date.now = ((now) => () => now() + window.moved)(Date.now.bind(Date))',
      )
      await signInByForm(page, 'growing@mail.plumb.test', PASSWORD)
      await page.getByText('each second').waitFor()
      const counter = async () =>
        Number((await page.getByRole('timer', { name: 'Profit Earned' }).innerText()).replace('$', ''))
      for (const hours of [1, -24]) {
        const before = await counter()
        await expect.poll(counter).toBeGreaterThan(before)
        const again = page.waitForResponse('**/api/balance')
        await page.evaluate(`window.moved += ${hours} * 3_600_000`)
        await again
        // 0.00023 each second: an hour would be 0.83
        await expect.poll(async () => Math.abs((await counter()) - before)).toBeLessThan(0.01)
        const soon = await counter()
        await expect.poll(counter).toBeGreaterThan(soon)
      }
    } finally {
      await context.close()
    }
  })
})

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Account Login' }).waitFor()
}

/** A step back as a person takes it; that it may end in another page is no fault. */
async function back(page: Page): Promise<void> {
  const place = () => inPage<string>(page, 'return navigation.currentEntry.key').catch(() => undefined)
  const before = await place()
  await page.evaluate('history.back()').catch(() => {})
  await expect.poll(async () => [undefined, before].includes(await place())).toBe(false)
}
