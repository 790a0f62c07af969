/** What people do again and again on their way through Plumb, by role and label. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { OUR_BITCOIN } from './addresses.ts'
import { drawn } from './hold-back.ts'
import { inPage } from './in-page.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

/** What a modal is called where an act waits for a second administrator. */
export const WAITS = 'Waiting for a second approver' as const

/** What the desk says in passing once something is done. */
export const toastOn = (page: Page) =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })

/**
 * Waits for what says it is done, or with `WAITS` that it waits, or why not (a modal, on the desk a toast), and closes it. A modal that
 * says anything else ends the journey.
 */
export async function acknowledge(
  page: Page,
  title: 'Successful' | 'Failed' | typeof WAITS = 'Successful',
): Promise<string> {
  const modal = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .filter({ has: page.getByRole('button', { name: 'Okay' }) })
  const toast = toastOn(page)
  const said = modal.or(toast)
  await said.waitFor()
  const text = await said.innerText()
  const first = text.split('\n')[0]
  if (await toast.count()) expect(first === WAITS).toBe(title === WAITS)
  else expect(first).toBe(title)
  await said.getByRole('button', { name: /^(Okay|Dismiss)$/ }).click()
  await said.waitFor({ state: 'detached' })
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

export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await logIn(page, email, password)
  await page.waitForURL('**/dashboard')
}

/**
 * Signs in over HTTP and keeps on the device what the form keeps there; then loads the dashboard, or another screen. Half of
 * what the form costs: it stands for the form wherever signing in is not what a journey is about.
 */
export async function signIn(page: Page, email: string, password: string, path = '/dashboard'): Promise<void> {
  const { request } = page.context()
  await request.get('/sanctum/csrf-cookie')
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')
  const headers = { 'x-xsrf-token': decodeURIComponent(token?.value ?? '') }
  const answer = await request.post('/api/login', { data: { email, password }, headers })
  if (answer.status() !== 200) throw new Error(`login answered ${answer.status()}: ${await answer.text()}`)
  const { access_token, user, plans, wallets } = await answer.json()
  const kept = { 'auth-token': access_token, ...asJson({ user, plans, wallets }) }
  await page.goto('/healthz')
  await inPage(
    page,
    `for (const [key, text] of ${JSON.stringify(Object.entries(kept))}) localStorage.setItem(key, text)`,
  )
  await page.goto(path)
}

const asJson = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]))

/**
 * Goes to a screen as a link of the app does, for somebody who is signed in, and waits until it is there: anew, by way of
 * another one where it is the same. A load of the page costs several times as much: it is for what only happens then.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await inPage(
    page,
    `const frame = () => new Promise(requestAnimationFrame)
    const shown = () => document.querySelector('main')
    // the app follows its address once it has drawn something itself
    while (!shown() || shown().closest('[data-opening]')) await frame()
    const go = async (to) => {
      const before = shown()
      history.pushState({}, '', to)
      while (shown() === before) await frame()
    }
    const to = new URL(${JSON.stringify(path)}, location.href)
    if (to.pathname === location.pathname) await go('/terms')
    await go(to)`,
  )
  await drawn(page)
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
