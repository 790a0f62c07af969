import type { Page } from 'playwright-core'
import { inPage } from './in-page.ts'

/** Holds back what a page asks for at these addresses, until the function that it answers is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  await page.route(addresses, (route) => {
    // what has been left meanwhile cannot go on
    held.push(gate.promise.then(() => route.continue()).catch(() => {}))
  })
  return async () => {
    gate.resolve()
    await Promise.all(held)
    await page.unroute(addresses)
  }
}

/** Until the page has drawn what the last key or click has changed: where that is nothing, nothing comes later. */
export function drawn(page: Page): Promise<void> {
  return inPage(page, 'return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
}
