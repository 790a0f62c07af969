/**
 * Lighthouse on a phone, for the page that a visitor sees first, the one that an investor sees each day, and the open books.
 *
 *   npm run lighthouse [-- runs [slowdown]]      (5 runs by default; how much slower than this machine a phone is)
 *
 * The whole app on a database of its own, as in production; an investor with a running investment, made by the real
 * calls, who signs in through the page. Each run has a browser of its own. Prints each run and the medians: scores,
 * blocking time and shifts as Lighthouse simulates a phone, first and largest paint on a slow 4G that is applied; with
 * each how fast Lighthouse found the machine. The phone that is meant is one of the middle, so how much slower than this
 * machine it is depends on the machine: Lighthouse takes four times unless it is told, which is right from about 1,750
 * points of its own benchmark on. Exit code 1 where a budget is missed.
 */
import lighthouse, { type Flags } from 'lighthouse'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { systemClock } from '#kit/clock.ts'
import { freePorts } from './failover-cluster.ts'
import { startTestApp, type TestApp } from '../test/support/app.ts'
import { makeOffer, PASSWORD, signIn } from '../test/support/walk.ts'
import { findChromium } from './find-chromium.ts'

type Figures = Record<string, number>
type Budget = { name: string; limit: number; least?: true; unit: '' | ' ms'; digits: number }

const RUNS = Number(process.argv[2] ?? 5)
const CALIBRATIONS = 3
const INVESTOR = 'investor'
const PAGES = [
  { name: 'sign-in', path: '/', signedIn: false, performance: 95 },
  { name: 'dashboard', path: '/dashboard', signedIn: true, performance: 95 },
  { name: 'books', path: '/books', signedIn: false, performance: 98 },
]
const score = (name: string, limit: number): Budget => ({ name, limit, least: true, unit: '', digits: 0 })
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const simulated = (performance: number): readonly Budget[] => [
  ...CATEGORIES.map((name) => score(name, name === 'performance' ? performance : 100)),
  { name: 'total-blocking-time', limit: 150, unit: ' ms', digits: 0 },
  { name: 'cumulative-layout-shift', limit: 0.02, unit: '', digits: 3 },
]
const LARGEST: Budget = { name: 'largest-contentful-paint', limit: 2500, unit: ' ms', digits: 0 }
const FIRST: Budget = { name: 'first-contentful-paint', limit: 1600, unit: ' ms', digits: 0 }

const { path: executablePath, args, source } = await findChromium()
console.log(`Lighthouse in ${source}, load ${load()}`)
// The owner here only sets things up, and has no device to prove anything by.
const env = { NODE_ENV: 'production', KYC: 'off', ADMIN_SECOND_FACTOR: 'optional' }
const house = await startTestApp({ clock: systemClock, env })
const missed: string[] = []
let slowdown = Number(process.argv[3] ?? NaN)
try {
  await makeInvestor(house)
  if (Number.isNaN(slowdown)) slowdown = await calibrate()
  console.log(`A phone is ${slowdown.toFixed(1)} times slower than this machine`)
  for (const { name, path, signedIn, performance } of PAGES) {
    await measure(`${name}, a simulated phone`, simulated(performance), () => audit(path, signedIn, 'simulate'))
    const applied = signedIn ? [LARGEST] : [FIRST, LARGEST]
    await measure(`${name}, slow 4G applied`, applied, () => audit(path, signedIn, 'devtools'))
  }
} finally {
  await house.close()
}
console.log(missed.length === 0 ? '\nEvery budget is held.' : `\nMissed: ${missed.join('; ')}`)
process.exitCode = missed.length === 0 ? 0 : 1

async function makeInvestor({ owner, visitor }: TestApp): Promise<void> {
  const administrator = await owner()
  await makeOffer(administrator)
  const investor = visitor()
  await investor.join(INVESTOR)
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '2500', duration: 30 }
  await investor.must('/api/save-investment', choice)
  const [{ id }] = (await investor.get('/api/histories')).body.investments
  await administrator.must(`/api/approve-investment/${id}`)
  await administrator.must(`/api/topup-user/${investor.id}`, { amount: '120', reason: 'Welcome' })
}

/**
 * How many times slower than this machine a phone of the middle is, by Lighthouse's guide to throttling: twice where its
 * benchmark finds 1,000 to 1,500 points, four times where it finds 1,500 to 2,000, within a bracket more or less.
 */
async function calibrate(): Promise<number> {
  const found: number[] = []
  slowdown = 4
  for (let n = 0; n < CALIBRATIONS; n += 1) found.push((await audit('/', false, 'simulate'))['benchmark'] ?? NaN)
  const machine = median(found)
  console.log(`This machine has ${machine.toFixed(0)} points of Lighthouse's benchmark`)
  return Math.min(4, Math.max(1, 2 + (machine - 1250) / 250))
}

/** All runs of one kind, printed, with the medians held against the budgets. */
async function measure(what: string, budgets: readonly Budget[], run: () => Promise<Figures>): Promise<void> {
  console.log(`\n${what}`)
  const all: Figures[] = []
  for (let n = 1; n <= RUNS; n += 1) {
    const figures = await run()
    all.push(figures)
    console.log(
      `  run ${n}: ${budgets.map((budget) => show(budget, figures[budget.name])).join(', ')} (load ${load()}, ` +
        `machine ${figures['benchmark']?.toFixed(0)})`,
    )
  }
  for (const budget of budgets) {
    const middle = median(all.map((figures) => figures[budget.name] ?? NaN))
    const held = budget.least ? middle >= budget.limit : middle <= budget.limit
    const limit = `${budget.least ? 'at least' : 'at most'} ${budget.limit}${budget.unit}`
    console.log(`  ${held ? 'ok  ' : 'OVER'} median ${show(budget, middle)}, ${limit}`)
    if (!held) missed.push(`${what}: ${show(budget, middle)}`)
  }
}

type Throttling = 'simulate' | 'devtools'

/** What could not be recorded is recorded once more: Lighthouse itself says so. */
function audit(path: string, signedIn: boolean, throttlingMethod: Throttling): Promise<Figures> {
  const once = () => auditOnce(path, signedIn, throttlingMethod)
  return once().catch(once)
}

/** One run in a browser of its own, which has nothing but, where it is asked for, a session. */
async function auditOnce(path: string, signedIn: boolean, throttlingMethod: Throttling): Promise<Figures> {
  const profile = await mkdtemp(join(tmpdir(), 'plumb-lighthouse-'))
  const [port = 0] = await freePorts(1)
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    baseURL: house.url,
    // Lighthouse sets its own
    viewport: null,
  })
  try {
    if (signedIn) {
      const [page = await browser.newPage()] = browser.pages()
      await signIn(page, `${INVESTOR}@mail.plumb.test`, PASSWORD)
      // Only the session stays: neither files nor a service worker make the page quicker.
      const session = await browser.newCDPSession(page)
      await session.send('Network.clearBrowserCache')
      await page.goto('about:blank')
      await session.send('Storage.clearDataForOrigin', {
        origin: house.url,
        storageTypes: 'service_workers,cache_storage',
      })
    }
    const flags: Flags = {
      port,
      throttlingMethod,
      throttling: { cpuSlowdownMultiplier: slowdown },
      onlyCategories: CATEGORIES,
      disableStorageReset: signedIn,
      // an investor's page listens to events: its network never rests
      maxWaitForLoad: 15_000,
      logLevel: 'error',
    }
    const result = await lighthouse(house.url + path, flags)
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse failed: ${result?.lhr.runtimeError?.message}`)
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}.`)
    for (const { id, title, score: points, details } of Object.values(audits)) {
      const counts = categoryOf(categories, id)
      if (counts && counts !== 'performance' && points !== null && points < 1)
        console.log(`  ${counts}: ${title} ${JSON.stringify(details).slice(0, 600)}`)
    }
    return {
      benchmark: result.lhr.environment.benchmarkIndex,
      ...Object.fromEntries(Object.values(categories).map(({ id, score: points }) => [id, (points ?? 0) * 100])),
      ...Object.fromEntries(Object.values(audits).map(({ id, numericValue }) => [id, numericValue ?? NaN])),
    }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Categories = Record<string, { id: string; auditRefs: { id: string; weight: number }[] }>
function categoryOf(categories: Categories, audit: string): string | undefined {
  return Object.values(categories).find(({ auditRefs }) =>
    auditRefs.some(({ id, weight }) => id === audit && weight > 0),
  )?.id
}

function show({ name, unit, digits }: Budget, figure = NaN): string {
  return `${name} ${figure.toFixed(digits)}${unit}`
}

function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
