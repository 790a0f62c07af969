/** What people do again and again on their way through Plumb, by role and label. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { OUR_BITCOIN } from './addresses.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

/** What a modal is called where an act waits for a second administrator. */
export const WAITS = 'Waiting for a second approver'

/** Waits for the modal that says it is done, or with `WAITS` that it waits, and closes it. Any other ends the journey. */
export async function acknowledge(page: Page, title = 'Successful'): Promise<string> {
  const modal = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .filter({ has: page.getByRole('button', { name: 'Okay' }) })
  await modal.waitFor()
  const text = await modal.innerText()
  expect(text.split('\n')[0]).toBe(title)
  await modal.getByRole('button', { name: 'Okay' }).click()
  await modal.waitFor({ state: 'detached' })
  return text
}

/**
 * Forgets on this device who is signed in, from a page without the app: that would see it, lead to the sign-in and break
 * off whatever is opened next.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate('localStorage.clear()')
}

/** Types who somebody is, and presses Login. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await logIn(page, email, password)
  await page.waitForURL('**/dashboard')
}

/** Text of a page as it is read, without line breaks. */
export async function textOf(page: Page): Promise<string> {
  return (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ')
}

/** The wallet and the plan that stories are about. */
export const WALLET = { name: 'Bitcoin', address: OUR_BITCOIN }
export const PLAN = {
  name: 'Steady',
  min_amount: '100',
  max_amount: '5000',
  durations_copy: '7, 14, 30',
  ref_bonus: '5',
  description: 'Two weeks of steady work.',
  daily_roi: '0.4',
}

/** Makes both; `changed` says in what the plan is another. */
export async function makeOffer(owner: Visitor, changed: Partial<typeof PLAN> = {}): Promise<void> {
  await owner.must('/api/create-wallet', WALLET)
  await owner.must('/api/create-plan', { ...PLAN, ...changed })
}
