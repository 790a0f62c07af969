/** Brings a page to one of the screens, and waits until it stands still. */
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './every-screen.ts'
import { drawn } from './hold-back.ts'
import { inPage } from './in-page.ts'

/** How many animations run that will come to an end, and how many lists show rows until newer ones have come. */
const MOVING =
  'document.getAnimations().filter((animation) => animation.playState === "running" && animation.effect.getComputedTiming().iterations !== Infinity).length + document.querySelectorAll(".opacity-60[aria-busy=true]").length'

/** How many places still wait for what stands there: a skeleton (`src/ui/skeleton.tsx`), or the word. */
const COMING =
  '[...document.querySelectorAll("[data-coming], [role=status]")].filter((place) => !place.matches("[role=status]") || place.textContent === "loading...").length'

/** What is open over a screen, or where there is room beside its list. */
export const OPEN = '[role=dialog], aside[aria-label]:not([aria-label="Open record"])'

export async function show(page: Page, screen: Pick<Screen, 'path' | 'open'>): Promise<void> {
  await page.goto(screen.path)
  await page.waitForLoadState('load')
  await untilShown(page, screen)
}

/** The same without loading the page, as a link of the app does; whatever is open is closed before. */
export async function showWithin(page: Page, screen: Pick<Screen, 'path' | 'open'>): Promise<void> {
  const underWay = new Set<Request>()
  const begins = (request: Request) => void (/\/api\/(?!events)/.test(request.url()) && underWay.add(request))
  const ends = (request: Request) => void underWay.delete(request)
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends)
  const goTo = async (path: string) => {
    await inPage(page, `history.pushState({}, '', ${JSON.stringify(path)})`)
    await drawn(page)
  }
  try {
    await goTo(new URL(page.url()).pathname)
    await page.locator(OPEN).first().waitFor({ state: 'detached' })
    await goTo(screen.path)
    // what stood there before stays until what is asked for has come
    await expect.poll(() => underWay.size).toBe(0)
    await drawn(page)
    await untilShown(page, screen)
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends)
  }
}

async function untilShown(page: Page, { path, open }: Pick<Screen, 'path' | 'open'>): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  if (path.includes('panel=')) await page.locator(OPEN).first().waitFor()
  // Some wait for something that does not come in a test: they are shown as they are.
  for (let waited = 0; waited < 4000 && (await page.evaluate(COMING)) !== 0; waited += 40) {
    await page.waitForTimeout(40)
  }
  await open?.(page)
  await comesToRest(page)
}

export async function comesToRest(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(MOVING)).toBe(0)
}
