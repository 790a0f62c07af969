import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { tellFullStory, type FullStory } from '../support/full-story.ts'
import { changeTheme, findingsOn } from '../support/axe-findings.ts'
import { DESK, openBrowser, openWalker, PHONE, type Walker } from '../support/browser.ts'
import { everyScreen, type Screen, type Who } from '../support/every-screen.ts'
import { comesToRest, show, showWithin } from '../support/show-screen.ts'
import { goWithin, PASSWORD, signIn } from '../support/walk.ts'

/** With `LETTERS=all` each is looked at with large letters, too: laying it out twice more costs as much as all the rest. */
const WITH_LETTERS = process.env['LETTERS'] === 'all'
/**
 * Screens are looked at by turns, an administrator's on a phone or on a desk, and all of them with their panels in light or
 * in dark: a page takes as long to change its theme as to be looked at. With `SIZES=all` each on both, and in both.
 */
const EACH_IN_BOTH = process.env['SIZES'] === 'all'

/** What Chromium says of the calls that are refused on some screens, as they should be; now and then on the next screen. */
const REFUSED = [
  /status of 401 .*\/api\/login$/,
  /status of 404 .*\/api\/payment\/unknown$/,
  /status of 409 .*\/api\/quote-exit\//,
]

let browser: Browser
let story: FullStory
let screens: readonly Screen[]
beforeAll(async () => {
  browser = await openBrowser()
  story = await tellFullStory()
  screens = everyScreen(story.shown)
})
afterAll(() => story.house.close())

const pathOf = ({ path }: Screen) => path.replace(/\?.*/, '')

/**
 * Whether a screen is loaded anew: each once, on a phone; an administrator's with `SIZES=all`. Its panels, and all of them
 * on a desk, are gone to within the page, as people do; signed out, what was typed would stay.
 */
function isLoaded(screen: Screen, last: Screen | undefined, size: typeof PHONE): boolean {
  if (last === undefined || screen.who === 'visitor') return true
  if (screen.who === 'administrator' && !EACH_IN_BOTH) return false
  return size === PHONE && pathOf(screen) !== pathOf(last)
}

/** Whether this is the size of an administrator's screen at this place of the walk; some there are on a phone alone. */
function isItsSize({ who, narrow }: Screen, place: number, size: typeof PHONE): boolean {
  if (who !== 'administrator') return true
  if (narrow) return size === PHONE
  return EACH_IN_BOTH || (size === PHONE) === (place % 2 === 0)
}

/** What is cut short on a page: on a desk the mouse may show all of it, on a phone nothing does. */
const cutShort = (size: typeof PHONE) =>
  `[...document.querySelectorAll('body *')]
    .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
    .filter((each) => each.textContent && !each.closest('[aria-hidden=true]') && (${size === PHONE} || each.title !== each.textContent))
    .map((each) => 'cut short: ' + each.textContent)`

/** Letters of so many pixels as a person's browser is set to them: what is sized by `rem` and each width of a screen follow. */
async function setLetters(page: Page, browsers: CDPSession, size: 16 | 32): Promise<void> {
  await browsers.send('Page.setFontSizes', { fontSizes: { standard: size } })
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.documentElement).fontSize'), { interval: 5 })
    .toBe(`${size}px`)
}

/** What goes out at the side of a phone, or of what is open on it, once letters are twice as large. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('[role=dialog], dialog')]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => 'wider with large letters: ' + each.tagName + ' by ' + (each.scrollWidth - each.clientWidth))`

async function tooWideWithLargeLetters(page: Page, name: string, browsers: CDPSession): Promise<string[]> {
  await setLetters(page, browsers, 32)
  const found = await page.evaluate<string[]>(TOO_WIDE)
  await setLetters(page, browsers, 16)
  return found.map((finding) => `${name}, ${finding}`)
}

/** What axe finds on a page as it stands, in light or in dark or in both, and what cannot be read on it. */
async function findingsOnAll(page: Page, { name, path }: Screen, size: typeof PHONE): Promise<string[]> {
  // As tall as what is on it: what lies under the bar at the bottom can be scrolled out from there. A taller page may
  // show more, and be taller for it.
  let { height } = size
  for (let round = 0; round < 2; round += 1) {
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'))
    if (whole === height) break
    height = whole
    await page.setViewportSize({ width: size.width, height })
    await comesToRest(page)
  }
  const open = path.includes('panel=')
  const found = [
    ...(await findingsOn(page, { open, inBoth: EACH_IN_BOTH })),
    ...(await page.evaluate<string[]>(cutShort(size))),
  ]
  if (height !== size.height) await page.setViewportSize(size)
  return found.map((finding) => `${name}, ${finding}`)
}

// A walk looks at fifty screens and more.
describe('every screen and every panel, in light and dark', { timeout: 900_000 }, () => {
  const walk = async (who: Who, enter: (walker: Walker) => Promise<unknown>, size = PHONE) => {
    const walker = await openWalker(browser, story.house.url, 'light')
    try {
      await enter(walker)
      const findings: string[] = []
      await walker.page.setViewportSize(size)
      const theirs = screens.filter((screen) => screen.who === who).filter((one, place) => isItsSize(one, place, size))
      expect(theirs.length).toBeGreaterThan(0)
      const browsers = await walker.context.newCDPSession(walker.page)
      let last: Screen | undefined
      for (const screen of theirs) {
        const loaded = isLoaded(screen, last, size)
        // what was pressed is forgotten once the screen has been left
        if (last?.open && !loaded) await goWithin(walker.page, '/terms')
        if (last !== undefined && pathOf(screen) !== pathOf(last)) await changeTheme(walker.page)
        await (loaded ? show : showWithin)(walker.page, screen)
        last = screen
        if (size === PHONE && WITH_LETTERS) {
          findings.push(...(await tooWideWithLargeLetters(walker.page, screen.name, browsers)))
        }
        findings.push(...(await findingsOnAll(walker.page, screen, size)))
        const complaints = walker.complaints.splice(0)
        findings.push(...complaints.filter((complaint) => !REFUSED.some((refused) => refused.test(complaint))))
      }
      expect(findings).toEqual([])
    } finally {
      await walker.context.close()
    }
  }

  test('of a visitor can be used by everybody, and nothing on it fails', () => walk('visitor', async () => {}))
  test('of somebody who has not proved their codes can be used by everybody, and nothing on it fails', () =>
    walk('unverified', async ({ page }) => {
      await story.house.visitor().register('newcomer')
      await page.goto('/')
      await page.getByLabel('Email', { exact: true }).fill('newcomer@mail.plumb.test')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/verify-user')
    }))
  test('of an investor can be used by everybody, and nothing on it fails', () =>
    walk('investor', ({ page }) => signIn(page, 'investor@mail.plumb.test', PASSWORD)))
  test.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('of an administrator can be used by everybody on %s, and nothing on it fails', (_, size) =>
    walk('administrator', ({ page }) => signIn(page, OWNER.email, OWNER.password), size),
  )
})
