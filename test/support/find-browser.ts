/** Vitest's global set-up of the journeys: the browsers are looked for once, and named to the workers. */
import { type Chromium, findChromium } from '../../scripts/find-chromium.ts'

const VARIABLE = 'JOURNEYS_BROWSERS'
type Found = { light: Chromium; whole: Chromium }

export async function setup(): Promise<void> {
  const found: Found = { light: await findChromium({ light: true }), whole: await findChromium() }
  process.env[VARIABLE] = JSON.stringify(found)
  console.log(`journeys in ${found.light.source}; what that cannot do in ${found.whole.source}`)
}

/** What the set-up found: what is light to run, and what has all that people's browsers have (notifications, say). */
export function foundBrowsers(): Found {
  const found: Found | null = JSON.parse(process.env[VARIABLE] ?? 'null')
  if (found === null) throw new Error('No browser was looked for: run the journeys by vitest.config.ts.')
  return found
}
