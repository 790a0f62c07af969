import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openWalker } from '../support/browser.ts'
import { openFront } from '../support/front.ts'
import { openJourney } from '../support/journey.ts'
import { opened } from '../support/opened.ts'
import { PASSWORD, signInByForm } from '../support/walk.ts'

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
