import type { Browser, Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { tellFullStory } from '../support/full-story.ts'
import { opened } from '../support/opened.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { everyScreen, type Screen, type Who } from '../support/every-screen.ts'
import { comesToRest, show } from '../support/show-screen.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

let browser: Browser
const story = opened(() => tellFullStory())
beforeAll(async () => {
  browser = await openBrowser()
})

const CONTROLS =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch], [role=radio]'
/** Screens that are themselves the answer to a refusal. */
const AFTER_REFUSAL = ['login-failed', 'payment-unknown', 'investment-leave']
/** What ends the walk: the session, and the view that it goes through. `frame.test.ts` presses both. */
const WAYS_OUT = /Log Out|Switch to user/

/** What was typed here is rarely right: a server may refuse it, as long as the screen says so. */
const REFUSED = /^(409|422) |status of (409|422)/
/** The second half of a sign-in, by whoever has not begun one: that is refused in words, too. */
const WITHOUT_A_SIGN_IN = /^401 |status of 401/
const refusedOn = ({ name }: Screen) =>
  name.startsWith('sign-in-factor') ? new RegExp(`${REFUSED.source}|${WITHOUT_A_SIGN_IN.source}`) : REFUSED

/** On the whole, in the place of what could not be had, or at the field that is wrong. */
function saysWhyNot(page: Page): Promise<boolean> {
  return page
    .getByRole('alertdialog', { name: 'Failed' })
    .or(page.getByRole('alert'))
    .or(page.locator('[aria-invalid=true]'))
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )
}

type Control = { mark: string; tag: string; type: string; href: string; away: boolean }

/** What can be pressed or typed into in the topmost layer, each with a mark by which it is known again. */
function controlsOn(page: Page): Promise<Control[]> {
  return page.evaluate(`(() => {
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
    return [...layer.querySelectorAll(${JSON.stringify(CONTROLS)})]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled && control.ariaDisabled !== 'true')
      .map((control) => {
        const name = control.getAttribute('aria-label') ?? (control.innerText || control.labels?.[0]?.innerText || control.name || '')
        const href = control.tagName === 'A' ? control.getAttribute('href') : ''
        return {
          mark: [control.tagName, control.getAttribute('role'), name.replaceAll(/\\s+/g, ' ').replaceAll(/[\\d,.:]+/g, '#'), href?.split('?')[0]].join(' '),
          tag: control.tagName,
          type: control.getAttribute('type') ?? '',
          href,
          away: control.tagName === 'A' && (control.target === '_blank' || !control.href.startsWith(location.origin) || control.pathname === '/support'),
        }
      })
  })()`) as Promise<Control[]>
}

async function use(page: Page, control: Control, place: number): Promise<void> {
  // Found again by its place: names repeat.
  const handle = await page.evaluateHandle(`(() => {
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
    return [...layer.querySelectorAll(${JSON.stringify(CONTROLS)})].filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.disabled && control.ariaDisabled !== 'true')[${place}]
  })()`)
  const element = handle.asElement()
  if (!element) throw new Error(`${control.mark} has gone`)
  if (control.tag === 'SELECT') await element.selectOption({ index: 0 })
  else if (
    control.tag === 'TEXTAREA' ||
    (control.tag === 'INPUT' && !/checkbox|radio|file|submit/.test(control.type))
  ) {
    await element.focus()
    await page.keyboard.type('1')
  } else if (control.type === 'file') await element.focus()
  else if (/checkbox|radio/.test(control.type)) await element.evaluate((input) => (input as { click(): void }).click())
  else await element.click()
}

/** Once more where a list was drawn anew between finding a control and pressing it. */
async function useAgain(page: Page, control: Control, place: number, error: unknown): Promise<void> {
  if (!/not attached/.test(String(error))) throw error
  if ((await controlsOn(page))[place]?.mark === control.mark) await use(page, control, place)
}

/** Presses everything on some screens, each control once, and answers what went wrong. */
async function pressEverything(
  walker: Walker,
  screens: readonly Screen[],
): Promise<{ pressed: number; wrong: string[] }> {
  const { page, complaints } = walker
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  // every screen begins with its amounts hidden, whatever was pressed on the one before
  await page.addInitScript(
    'for (const key of Object.keys(globalThis.localStorage ?? {})) if (key.startsWith("shown:")) localStorage.removeItem(key)',
  )
  const underWay = new Set<Request>()
  // What is under way on a page is over once it goes to another.
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear()
    if (/\/api\/(?!events)/.test(request.url())) underWay.add(request)
  })
  const over = (request: Request) => void underWay.delete(request)
  page.on('requestfinished', over).on('requestfailed', over)
  const known = new Set<string>()
  const wrong: string[] = []
  let pressed = 0
  for (const screen of screens) {
    await show(page, screen)
    const there = page.url()
    complaints.length = 0
    refused.length = 0
    const controls = await controlsOn(page)
    for (const [place, control] of controls.entries()) {
      if (known.has(control.mark) || WAYS_OUT.test(control.mark)) continue
      known.add(control.mark)
      pressed += 1
      if (control.away) {
        expect(control.href, control.mark).toMatch(/^(https:\/\/|mailto:|\/\w)/)
        continue
      }
      if (page.url() !== there || (await controlsOn(page))[place]?.mark !== control.mark) await show(page, screen)
      if ((await controlsOn(page))[place]?.mark !== control.mark) continue
      const again = (error: unknown) => useAgain(page, control, place, error)
      await use(page, control, place)
        .catch(again)
        .catch((error: unknown) => {
          wrong.push(`${screen.name}, ${control.mark}: ${String(error).slice(0, 1200)}`)
        })
      await page.waitForTimeout(80)
      // What a page that has gone asked for never ends: nothing is waited for longer than this.
      for (let waited = 0; underWay.size > 0 && waited < 3000; waited += 20) await page.waitForTimeout(20)
      await comesToRest(page)
      const heard = [...complaints.splice(0), ...refused.splice(0)]
      if (heard.length === 0 || AFTER_REFUSAL.includes(screen.name)) continue
      const refusedHere = refusedOn(screen)
      const inWords = heard.some((what) => refusedHere.test(what)) && (await saysWhyNot(page))
      const unexpected = heard.filter((what) => !(inWords && refusedHere.test(what)))
      wrong.push(...unexpected.map((what) => `${screen.name}, ${control.mark}: ${what}`))
    }
  }
  return { pressed, wrong }
}

const walk = async (who: Who, enter: (walker: Walker) => Promise<unknown>, atLeast: number) => {
  const walker = await openWalker(browser, story.house.url, 'light')
  try {
    await enter(walker)
    const screens = everyScreen(story.shown).filter((screen) => screen.who === who)
    const { pressed, wrong } = await pressEverything(walker, screens)
    console.log(`${pressed} controls of ${screens.length} screens and panels (${who})`)
    expect(wrong).toEqual([])
    expect(pressed).toBeGreaterThan(atLeast)
  } finally {
    await walker.context.close()
  }
}

// A walk presses a hundred controls and more, each of them on a screen that has come to rest.
const LONG = { timeout: 900_000 }
test('a visitor can press everything on every screen, and nothing fails', LONG, () =>
  walk('visitor', async () => {}, 20),
)
test('an investor can press everything on every screen and panel, and nothing fails', LONG, () =>
  walk('investor', ({ page }) => signIn(page, 'investor@mail.plumb.test', PASSWORD), 60),
)
test('an administrator can press everything on every screen and panel, and nothing fails', LONG, () =>
  walk('administrator', ({ page }) => signIn(page, OWNER.email, OWNER.password), 150),
)
