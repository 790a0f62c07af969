/** What every journey begins with: a house with something to offer, and people who have a browser of their own. */
import type { Browser } from 'playwright-core'
import { startTestApp, type TestApp } from './app.ts'
import { openBrowser, openWalker, type Theme, type Walker } from './browser.ts'
import type { Visitor } from './visitor.ts'
import { makeOffer } from './walk.ts'

type House = NonNullable<Parameters<typeof startTestApp>[0]>

export type Journey = {
  browser: Browser
  house: TestApp
  /** Signed in over HTTP; has made a wallet and a plan. */
  owner: Visitor
  /** Somebody who has registered and proved their codes over HTTP. */
  join(name: string, options?: Parameters<Visitor['join']>[1]): Promise<Visitor>
  /** Somebody with a browser of their own. */
  walker(theme: Theme, options?: Parameters<typeof openWalker>[3]): Promise<Walker>
  /** Ends everybody's visit, and the house. */
  close(): Promise<void>
}

/** With `offer: false` there is no wallet and no plan yet. Close it in afterAll. */
export async function openJourney({ offer = true, ...options }: House & { offer?: boolean } = {}): Promise<Journey> {
  const [browser, house] = await Promise.all([openBrowser(), startTestApp(options)])
  const owner = await house.owner()
  if (offer) await makeOffer(owner)
  const walkers: Walker[] = []
  return {
    browser,
    house,
    owner,
    async join(name, more) {
      const visitor = house.visitor()
      await visitor.join(name, more)
      return visitor
    },
    async walker(theme, more) {
      const walker = await openWalker(browser, house.url, theme, more)
      walkers.push(walker)
      return walker
    },
    async close() {
      for (const { context } of walkers) await context.close()
      await house.close()
    },
  }
}
