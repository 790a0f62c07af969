/** What axe finds on a page: the one place where journeys ask it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESK, PHONE } from './browser.ts'
import { comesToRest, OPEN } from './show-screen.ts'

/** Half as long as what `axe-core` says of itself: each page has to read it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules that another theme can break: nothing but colours differs. They take twice as long as all the others. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/** With `COLOURS=all` journeys look at the colours, too, wherever they come to. */
const EVERYWHERE = process.env['COLOURS'] === 'all'

type Theme = 'light' | 'dark'
type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

/**
 * Once nothing moves any more: by every rule in the theme that the page has, and by those of colours in the other, in which
 * the page is left, unless one is enough. With `open` only what is open over the screen, and what is marked for it there:
 * where the screen without it is looked at by itself.
 */
export async function findingsOn(page: Page, { open = false, inBoth = true } = {}): Promise<string[]> {
  const theme = await themeOf(page)
  const found = await findingsAsItIs(page, theme, { open, colours: true })
  if (!inBoth) return found
  const other = otherThan(theme)
  await inTheme(page, other)
  return [...found, ...(await run(page, other, { runOnly: OF_COLOURS }, open))]
}

type Look = { open?: boolean; colours: boolean }
async function findingsAsItIs(page: Page, theme: Theme, { open = false, colours }: Look): Promise<string[]> {
  await comesToRest(page)
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(AXE)
  const rules = Object.fromEntries(OF_COLOURS.values.map((rule) => [rule, { enabled: colours }]))
  const found = await run(page, theme, { runOnly: ALL, rules }, open)
  if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) found.push('wider than the screen')
  return found
}

const otherThan = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark')

/** The device changes from light to dark or back, and the page that stands there with it. */
export async function changeTheme(page: Page): Promise<void> {
  await inTheme(page, otherThan(await themeOf(page)))
}

/** The device changes, and the page with it where nobody has chosen a theme there: in its next frame. */
async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  const shown = () =>
    page.evaluate('localStorage.getItem("theme") ? null : document.documentElement.dataset.theme ?? null')
  await expect.poll(shown).toBeOneOf([theme, null])
  await comesToRest(page)
}

async function themeOf(page: Page): Promise<Theme> {
  return (await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")) ? 'dark' : 'light'
}

/**
 * Nothing is found on a page as it is, and it stays as it is. With `whole` all of it is in view: nothing lies half under
 * the bar at its bottom.
 * `screens.test.ts` looks at every screen and panel in every size, in both themes; a journey looks at what it alone comes
 * to, and at the colours of that by `npm run test:long`.
 */
export async function expectAccessible(page: Page, { whole = false, message = '' } = {}): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  if (whole) await showWhole(page, size)
  const colorScheme = await themeOf(page)
  const found = EVERYWHERE ? await findingsOn(page) : await findingsAsItIs(page, colorScheme, { colours: false })
  expect(found, message).toEqual([])
  if (EVERYWHERE) {
    await inTheme(page, colorScheme)
    await comesToRest(page)
  }
  if (whole) await page.setViewportSize(size)
}

async function showWhole(page: Page, size: { width: number; height: number }): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ ...size, height: height + 200 })
}

/**
 * The same of what nothing but a journey comes to, on a phone and on a desk and with the colours of both themes. The page
 * is left as it was.
 */
export async function expectAccessibleEverywhere(page: Page, { whole = false } = {}): Promise<void> {
  const [before, colorScheme] = [page.viewportSize() ?? PHONE, await themeOf(page)]
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    if (whole) await showWhole(page, size)
    expect(await findingsOn(page), `${size.width} wide`).toEqual([])
    await inTheme(page, colorScheme)
  }
  await page.setViewportSize(before)
  await comesToRest(page)
}

type Rules = { runOnly: typeof ALL; rules?: Record<string, { enabled: boolean }> }
async function run(page: Page, theme: Theme, rules: Rules, open: boolean): Promise<string[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
  const where = open ? JSON.stringify({ include: [[OPEN], ['[aria-current]']] }) : 'document'
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${where}, ${options})`)
  return violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
