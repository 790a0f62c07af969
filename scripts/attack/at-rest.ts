/** Waits until a screen has what it shows: the stream of events keeps its network busy for ever. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** How many places still wait for what stands there (`src/ui/skeleton.tsx`). */
const COMING = `document.querySelector('main') === null ? 1 : document.querySelectorAll('[data-coming]').length`
/** Some wait for what does not come in this house. */
const PATIENCE = 4000

export async function atRest(page: Page): Promise<void> {
  const end = performance.now() + PATIENCE
  // a page that goes on to another has nothing to count yet
  const coming = () => page.evaluate<number>(COMING).catch(() => 1)
  while (performance.now() < end && (await coming()) > 0) await pause(40)
}
