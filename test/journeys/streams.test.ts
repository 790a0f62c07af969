/** @module-tag thorough */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openWalker } from '../support/browser.ts'
import { openFront } from '../support/front.ts'
import { openJourney } from '../support/journey.ts'
import { opened } from '../support/opened.ts'
import { goWithin, PASSWORD, signIn, signInByForm } from '../support/walk.ts'

/** Milliseconds after which a window whose stream was lost has come back, with some to spare. */
const COMES_BACK = 2500

const journey = opened(() => openJourney({ offer: false }))
let house: TestApp
beforeAll(() => void (house = journey.house))

test('a window with five newer ones stops listening, and listens again when somebody looks at it', async () => {
  const amy = await journey.join('amy')
  const { context, page } = await journey.walker('light')
  const begun: string[] = []
  const isStream = (url: string) => new URL(url).pathname === '/api/events'
  page.on('request', (request) => isStream(request.url()) && begun.push(request.url()))
  await signInByForm(page, amy.email, PASSWORD)
  const streams = () => house.app.db.selectFrom('event_stream').select('id').execute()
  await expect.poll(async () => (await streams()).length).toBe(1)
  const [own] = await streams()

  const cookie = [...amy.cookies].map((pair) => pair.join('=')).join('; ')
  const leaving = new AbortController()
  // kept: an answer that nothing holds any more is ended by Node when it tidies up
  const others: Response[] = []
  for (let n = 0; n < 5; n += 1) {
    const headers = { authorization: `Bearer ${amy.bearer}`, cookie }
    const stream = await fetch(`${house.url}/api/events`, { headers, signal: leaving.signal })
    expect(stream.status).toBe(200)
    others.push(stream)
  }
  const newest = (await streams()).map(({ id }) => id)
  expect(newest).toHaveLength(5)
  expect(newest).not.toContain(own?.id)
  await pause(COMES_BACK)
  expect(begun).toHaveLength(1)

  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await expect.poll(() => begun.length).toBe(2)
  expect(others).toHaveLength(5)
  leaving.abort()
  await context.close()
})

test('a window that is refused after its half of the session has changed twice asks again, and goes on listening', async () => {
  const cat = await journey.join('cat')
  const { context, page } = await journey.walker('light')
  await signInByForm(page, cat.email, PASSWORD)
  await page.getByRole('button', { name: 'click for balance' }).first().click()
  const streams = () => house.app.db.selectFrom('event_stream').select('id').where('user_id', '=', cat.id)
  await expect.poll(async () => (await streams().execute()).length).toBe(1)

  // another window of the same browser, whose answers take long
  const other = cat.at(house.url)
  other.bearer = String(await page.evaluate('localStorage.getItem("auth-token")'))
  for (const { name, value } of await context.cookies()) other.cookies.set(name, value)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() !== 401) return
    const { pathname } = new URL(response.url())
    refused.push(pathname)
    // the half comes to the browser once a read was refused, too
    const value = other.cookies.get('plumb_session') ?? ''
    if (pathname !== '/api/events') void context.addCookies([{ name: 'plumb_session', value, url: house.url }])
  })
  const words = [PASSWORD, 'another line hangs straight', 'a third line hangs straighter']
  for (const [n, password] of words.slice(1).entries()) {
    await other.must('/api/change-password', {
      ...{ current_password: words[n], password, password_confirmation: password },
    })
  }
  await expect.poll(() => refused.some((path) => path !== '/api/events')).toBe(true)
  expect(refused).toContain('/api/events')
  await expect.poll(async () => (await streams().execute()).length).toBe(1)
  await journey.owner.must(`/api/topup-user/${cat.id}`, { amount: '34.56' })
  await page.getByText('$34.56').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await context.close()
})

test('the app that a device keeps follows the server again when that comes back', async () => {
  const bob = house.visitor()
  await bob.join('bob')
  const front = await openFront(house.url)
  const { context, page } = await openWalker(journey.browser, front.url, 'light', { kept: true })
  await signInByForm(page, bob.email, PASSWORD)
  await page.getByRole('button', { name: 'click for balance' }).first().waitFor()
  const kept = `navigator.serviceWorker.controller?.state === 'activated' && caches.has('kept-text')`
  await expect.poll(() => page.evaluate(kept)).toBe(true)
  await front.stop()
  await page.reload()
  await page.getByText('Plumb cannot be reached').waitFor()
  expect(await page.evaluate('navigator.onLine')).toBe(true)
  await front.start()
  await page.getByText('Plumb cannot be reached').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'click for balance' }).first().click()
  const streams = () => house.app.db.selectFrom('event_stream').select('id').where('user_id', '=', bob.id)
  await expect.poll(() => streams().execute()).toHaveLength(1)
  await (await house.owner()).must(`/api/topup-user/${bob.id}`, { amount: '23.45' })
  await page.getByText('$23.45').first().waitFor()
  await context.close()
  await front.close()
})

test('what the page asked for early and no screen took is read anew once its screen is opened', async () => {
  const eve = await journey.join('eve')
  const { context, page } = await journey.walker('light')
  // the page asks for the balance before its scripts are there, and this screen shows none
  await signIn(page, eve.email, PASSWORD, '/security')
  const streams = () => house.app.db.selectFrom('event_stream').select('id').where('user_id', '=', eve.id).execute()
  await expect.poll(async () => (await streams()).length).toBe(1)
  // all that is shown is read again when the stream has begun; from then on only what it tells of
  await page.waitForResponse('**/api/histories')
  const heard = page.waitForResponse('**/api/histories')
  await journey.owner.must(`/api/topup-user/${eve.id}`, { amount: '20', reason: 'For the delay of last week' })
  await heard
  await goWithin(page, '/dashboard')
  await page.getByRole('button', { name: 'click for balance' }).first().click()
  // not only after a minute, when it is read again in any case
  await page.getByText('$20.00', { exact: true }).first().waitFor({ timeout: 30_000 })
  await context.close()
})
