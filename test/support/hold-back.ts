import type { Page } from 'playwright-core'
import { inPage } from './in-page.ts'

/**
 * Holds back what a page asks for at these addresses, until the function that it answers is called. That waits for the
 * first of it: a page says that it sends before it does, and what it sends while holding back ends is sometimes lost.
 */
export async function holdBack(page: Page, addresses: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  await page.route(addresses, (route) => {
    // what has been left meanwhile cannot go on
    held.push(gate.promise.then(() => route.continue()).catch(() => {}))
    first.resolve()
  })
  await intercepted(page)
  return async () => {
    await first.promise
    gate.resolve()
    await Promise.all(held)
    await page.unroute(addresses)
  }
}

/**
 * Until what the page asks for goes through us. Chromium says so a moment too early: an open page may send one more
 * request as it did before, which is neither held back nor told of.
 */
export async function intercepted(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return
  await page.route('**/healthz?held', (route) => route.fulfill({ status: 204 }))
  const isHeld = () => inPage(page, 'return fetch("/healthz?held").then(({ status }) => status === 204, () => false)')
  while (!(await isHeld()));
  await page.unroute('**/healthz?held')
}

/** Until the page has drawn what the last key or click has changed: where that is nothing, nothing comes later. */
export function drawn(page: Page): Promise<void> {
  return inPage(page, 'return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
}
