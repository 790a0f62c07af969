/** For journeys: one that fails says what stood on its pages. What was waited for alone does not tell why it did not come. */
import { afterEach } from 'vitest'
import { type Walker, walkers } from './browser.ts'

/** Characters of each page, and milliseconds for it: one that has crashed says nothing. */
const MOST = 3000
const LONGEST = 5000

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const walker of walkers) console.log(await whatStoodThere(walker))
})

async function whatStoodThere({ page, complaints }: Walker): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: LONGEST })
    .catch((error: unknown) => String(error))
  const said = complaints.map((complaint) => `\n  the browser: ${complaint}`).join('')
  return `when it failed, ${page.url()} showed:${said}\n${text.slice(0, MOST).replaceAll(/^/gm, '  ')}`
}
