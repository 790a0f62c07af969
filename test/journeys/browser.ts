/** A real Chromium on a phone-sized page, and a page that fails the journey when it complains. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/find-chromium.ts'

export const PHONE = { width: 390, height: 844 }
export type Theme = 'light' | 'dark'

let found: ReturnType<typeof findChromium> | undefined

export async function openBrowser(): Promise<Browser> {
  found ??= findChromium()
  const { path, args, source } = await found
  console.log(`journeys in ${source}`)
  return chromium.launch({ executablePath: path, args })
}

export type Walker = {
  context: BrowserContext
  page: Page
  /** What the browser complained of: console errors, uncaught exceptions, failed requests, refused content. */
  complaints: string[]
}

/** Somebody with a browser of their own. */
export async function openWalker(browser: Browser, url: string, theme: Theme): Promise<Walker> {
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL: url,
    colorScheme: theme,
    hasTouch: true,
    locale: 'en-US',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  // What the content security policy refuses, whether or not the console says so.
  await page.exposeFunction('refusedByPolicy', (what: string) => complaints.push(`refused by policy: ${what}`))
  await page.addInitScript(
    'document.addEventListener("securitypolicyviolation", (event) => window.refusedByPolicy(`${event.violatedDirective} ${event.blockedURI}`))',
  )
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    // Leaving a page ends its open stream of events.
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') complaints.push(`request failed: ${request.url()} ${why}`)
  })
  return { context, page, complaints }
}
