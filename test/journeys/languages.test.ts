/** @module-tag thorough */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { tellFullStory } from '../support/full-story.ts'
import { opened } from '../support/opened.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { everyScreen, type Screen, type Who } from '../support/every-screen.ts'
import { comesToRest, show, showWithin } from '../support/show-screen.ts'
import { PASSWORD, signInByForm } from '../support/walk.ts'

let browser: Browser
const story = opened(() => tellFullStory())
beforeAll(async () => {
  browser = await openBrowser()
})

/** The narrowest phone that is about. */
const NARROW = { width: 320, height: 640 }

/** Lengthens every text of words by two fifths, as German or Finnish does; figures, names and codes stay. `restore()` takes it back. */
const LENGTHEN = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all = []
  while (texts.nextNode()) all.push(texts.currentNode)
  const changed = []
  for (const node of all) {
    const text = node.nodeValue ?? ''
    if (!/\\p{L}{3}/u.test(text) || /[\\d@$/]/.test(text)) continue
    node.nodeValue = text + ' ' + text.trim().slice(0, Math.ceil(text.length * 0.4))
    changed.push([node, text, node.nodeValue])
  }
  // what the app has written since then stays
  window.restore = () => { for (const [node, text, long] of changed) if (node.nodeValue === long) node.nodeValue = text }
})()`

/** What stands outside of the page at its sides, where nobody can get at it. */
const OUTSIDE = `(() => {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > wide + 1) return ['the page is ' + document.documentElement.scrollWidth + ' wide']
  const layer = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body
  const scrolls = (element) => {
    for (let at = element; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth && at !== layer) return true
    return false
  }
  // a field that its frame cuts off, as one for codes, is no wider than that
  const shown = (element) => getComputedStyle(element.parentElement).overflowX === 'clip' && element.tagName === 'INPUT' ? element.parentElement : element
  return [...layer.querySelectorAll('button, a, input, select, textarea, p, h1, h2, h3, dt, dd, li, label')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, [aria-hidden=true]'))
    .filter((element) => { const box = shown(element).getBoundingClientRect(); return box.width > 1 && (box.left < -1 || box.right > wide + 1) })
    .filter((element) => !scrolls(element))
    .map((element) => element.tagName + ' ' + (element.innerText || element.getAttribute('aria-label') || element.className).slice(0, 60))
})()`

async function outsideOf(page: Page): Promise<string[]> {
  return (await page.evaluate(OUTSIDE)) as string[]
}

const walk = async (who: Who, enter: (walker: Walker) => Promise<unknown>) => {
  const walker = await openWalker(browser, story.house.url, 'light')
  try {
    const { page } = walker
    await enter(walker)
    await page.setViewportSize(NARROW)
    const wrong: string[] = []
    let last: Screen | undefined
    for (const screen of everyScreen(story.shown).filter((each) => each.who === who)) {
      // where something is pressed or was, and signed out, the page is loaded anew: what was typed would stay
      const loaded = last === undefined || screen.open || last.open || who === 'visitor'
      await (loaded ? show : showWithin)(page, screen)
      last = screen
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`)
        if (direction === 'rtl') await page.evaluate(LENGTHEN)
        await comesToRest(page)
        wrong.push(...(await outsideOf(page)).map((what) => `${screen.name}, ${direction}: ${what}`))
      }
      await page.evaluate("document.documentElement.dir = 'ltr'; restore()")
    }
    expect(wrong).toEqual([])
  } finally {
    await walker.context.close()
  }
}

describe('on the narrowest phone, from left to right and, in longer words, from right to left, nothing leaves the page', () => {
  test('of a visitor', () => walk('visitor', async () => {}))
  test('of an investor', () => walk('investor', ({ page }) => signInByForm(page, 'investor@mail.plumb.test', PASSWORD)))
})
