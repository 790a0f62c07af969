/** A real Chromium on a phone-sized page, and a page that fails the journey when it complains. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { foundBrowsers } from './find-browser.ts'
import { PATIENCE } from './patience.ts'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
export type Theme = 'light' | 'dark'

/** One for each worker, which its files share: every walker has a context of their own. It ends with the worker. */
let shared: Promise<Browser> | undefined

/** A camera that shows a moving picture of the browser's own, and asks nobody. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * `whole` where a headless shell is not enough: it shows no notifications. One with a `camera` has one that is made up.
 * These are closed by whoever opened them.
 */
export function openBrowser({ whole = false, camera = false } = {}): Promise<Browser> {
  if (whole) return launch('whole')
  if (camera) return launch('light', CAMERA)
  shared ??= launch('light')
  return shared
}

function launch(kind: 'light' | 'whole', more: readonly string[] = []): Promise<Browser> {
  const { path, args } = foundBrowsers()[kind]
  return chromium.launch({ executablePath: path, args: [...args, ...more] })
}

/** All whose browser is open in this worker: a journey that fails says what stood there (`./say-what-stood-there.ts`). */
export const walkers = new Set<Walker>()

export type Walker = {
  context: BrowserContext
  page: Page
  /** What the browser complained of: console errors, uncaught exceptions, failed requests, refused content. */
  complaints: string[]
}

/**
 * Somebody with a browser of their own. They want little motion, unless they say so: what moves keeps a processor busy
 * and has to be waited for. With `kept` the app stays on their device, as it does with everybody: to put it there is half
 * of what their visit costs.
 */
export async function openWalker(
  browser: Browser,
  url: string,
  theme: Theme,
  { moving = false, kept = false } = {},
): Promise<Walker> {
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL: url,
    colorScheme: theme,
    reducedMotion: moving ? 'no-preference' : 'reduce',
    hasTouch: true,
    locale: 'en-US',
    serviceWorkers: kept ? 'allow' : 'block',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  page.on('console', (message) => {
    // a header that the browser does not take is a warning alone
    const isHeader = message.text().includes('Permissions-Policy')
    if (message.type() === 'error' || isHeader) complaints.push(`console: ${message.text()} ${message.location().url}`)
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
  const walker = { context, page, complaints }
  walkers.add(walker)
  context.on('close', () => walkers.delete(walker))
  return walker
}
