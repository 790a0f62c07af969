/** Brings a page to one of the screens, and waits until it stands still. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './every-screen.ts'

/** How many animations run that will come to an end. */
const MOVING =
  'document.getAnimations().filter((animation) => animation.playState === "running" && animation.effect.getComputedTiming().iterations !== Infinity).length'

/** How many places still wait for what stands there: a skeleton (`src/ui/skeleton.tsx`), or the word. */
const COMING =
  '[...document.querySelectorAll("[data-coming], [role=status]")].filter((place) => !place.matches("[role=status]") || place.textContent === "loading...").length'

/** What is open over a screen, or where there is room beside its list. */
export const OPEN = '[role=dialog], aside[aria-label]:not([aria-label="Open record"])'

export async function show(page: Page, { path, open }: Pick<Screen, 'path' | 'open'>): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('load')
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
