/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

let journey: Journey

beforeAll(async () => {
  journey = await openJourney({ env: { KYC: 'off' } })
  await journey.join('investor')
})
afterAll(() => journey.close())

const found = { name: 'Page not found', level: 1 }

test('an address that nothing has says so to whoever has not signed in, and leads to sign-in', async () => {
  const { page, complaints } = await journey.walker('light')
  await page.goto('/nothing-here')
  await page.getByRole('heading', found).waitFor()
  await expectAccessible(page, { whole: true })
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Email').first().waitFor()
  expect(complaints).toEqual([])
})

test.each([
  ['an investor', 'investor@mail.plumb.test', PASSWORD],
  ['an administrator', OWNER.email, OWNER.password],
])('it says so to %s within what stands around every screen, and leads home', async (_who, email, password) => {
  const { page, complaints } = await journey.walker('dark')
  await signIn(page, email, password)
  await page.goto('/nothing-here')
  await page.getByRole('heading', found).waitFor()
  await page.getByRole('navigation').first().waitFor()
  await expectAccessible(page, { whole: true })
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await page.getByRole('heading', found).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('whoever opens one of the desk that nothing has is led home, where all looks as it does everywhere', async () => {
  const { page, complaints } = await journey.walker('light')
  await page.goto('/admin-nothing')
  await page.getByRole('heading', { name: 'Account Login' }).waitFor()
  expect(await page.evaluate('"desk" in document.documentElement.dataset')).toBe(false)
  await signIn(page, 'investor@mail.plumb.test', PASSWORD)
  await page.goto('/admin-nothing')
  await page.getByRole('region', { name: 'What’s next' }).waitFor()
  expect(await page.evaluate('"desk" in document.documentElement.dataset')).toBe(false)
  expect(complaints).toEqual([])
})
