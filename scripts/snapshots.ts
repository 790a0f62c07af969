/**
 * A picture of every screen and every open panel, from a phone to a wide screen, light and dark, to be looked at.
 *
 *   npm run snapshots [-- parts of names [parts of sets]]      (all by default; `login,terms dark-wide,tablet`)
 *
 * The real app with a real story, told by the real calls under a moved clock; then the same lists with nothing in
 * them, with the longest names and the largest amounts, without a connection, and without a database. Writes
 * `snapshots/<theme>-<size>/<name>.png` and a sheet of each set.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { THEIR_BITCOIN } from '../test/support/addresses.ts'
import { daysPass, OWNER } from '../test/support/app.ts'
import { tellFullStory, type FullStory } from '../test/support/full-story.ts'
import { everyScreen, type Screen } from '../test/support/every-screen.ts'
import { PASSWORD, signIn } from '../test/support/walk.ts'
import { findChromium } from './find-chromium.ts'
import { askForCheck } from '../test/support/identity.ts'

const FOLDER = join(import.meta.dirname, '../snapshots')
const [WANTED = '', WANTED_SETS = ''] = process.argv.slice(2)
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
}
const LONGEST_NAME = 'Maximiliana-Featherstonehaugh1'
/** A friend of theirs. */
const ALSO_LONG = 'Bartholomew-Featherstonehaugh2'
const LARGEST = '999999999.99'
/** Nothing moves, the panel of the address is open, and nothing is still coming. */
const AT_REST = `!document.getAnimations().some(({ playState, effect }) => playState === "running" && effect.getComputedTiming().iterations !== Infinity)
  && (!location.search.includes('panel=') || document.querySelector('[role=dialog]') !== null)
  && document.querySelector('.animate-breathe.bg-sunken') === null`

/** Who looks: by the name in their address, and what is different for them. */
type Shot = Pick<Screen, 'name' | 'path' | 'open'> & { by: string | null; offline?: true }
type Set = { name: string; theme: 'light' | 'dark'; size: keyof typeof SIZES }

const lists = [
  ...['/dashboard', '/invest', '/investment', '/investment?tab=active', '/investment?tab=completed', '/withdrawal'],
  ...[
    '/withdraw',
    '/withdrawal?tab=approved',
    '/referral',
    '/referral?tab=active',
    '/statement',
    '/market',
    '/profile',
    '/security',
  ],
  ...['/dashboard?panel=notifications', '/dashboard?panel=story&of=earnings'],
]
const variants = (kind: string, by: string): Shot[] =>
  lists.map((path) => ({ name: `${kind}${path.replaceAll(/[^a-z]+/g, '-')}`, path, by }))

const story = await tellFullStory()
const { house } = story
const emails: Record<string, string> = { administrator: OWNER.email }
for (const name of ['investor', 'unverified', 'newcomer', 'leaver', LONGEST_NAME])
  emails[name] = `${name}@mail.plumb.test`
const longest = await tellTheRest(story)
const leaving = await tellLeaving(story)
const shown = { ...story.shown, payment: await awaitedAnew('investor', '150', 7) }
const longestPayment = await awaitedAnew(LONGEST_NAME, LARGEST, 365)

const shots: Shot[] = [
  ...everyScreen(shown).map(({ who, ...screen }): Shot => ({ ...screen, by: who === 'visitor' ? null : who })),
  { name: 'login-not-shown', path: '/login', by: null, open: toWhatCannotBeLoaded },
  { name: 'books-to-the-end', path: '/books', by: null, open: toNothingTakenOut },
  { name: 'what-if-behind', path: '/admin-what-if', by: 'administrator', open: assumeWhatCannotBeCounted },
  ...variants('empty', 'newcomer'),
  ...variants('longest', LONGEST_NAME),
  ...longest,
  { name: 'longest-payment', path: longestPayment, by: LONGEST_NAME },
  ...leaving,
  ...archives(),
  ...variants('offline', 'investor').map((shot): Shot => ({ ...shot, offline: true })),
]
const sets: Set[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['phone', 'tablet', 'laptop', 'wide'] as const)
    .map((size) => ({ name: `${theme}-${size}`, theme, size }))
    .filter(({ name }) => WANTED_SETS.split(',').some((part) => name.includes(part))),
)
const failed: string[] = []
const found = await findChromium()
const browser = await chromium.launch({ executablePath: found.path, args: found.args })
try {
  for (const set of sets) await take(browser, set, shots.filter(isWanted))
  const broken = variants('error', 'investor').filter(isWanted)
  if (broken.length > 0) await takeWithoutDatabase(browser, broken)
} finally {
  await browser.close()
  await house.close().catch(() => {})
}
await writeSheets()
console.log(`${FOLDER}/sheets.html shows them all.`)
for (const line of failed) console.log(`not taken: ${line}`)
process.exitCode = failed.length === 0 ? 0 : 1

function isWanted({ name }: Shot): boolean {
  return WANTED.split(',').some((part) => name.includes(part))
}

/**
 * Somebody without verification, somebody with nothing yet, and somebody with the longest name and much money, whose
 * records are answered as pictures to take.
 */
async function tellTheRest({ owner }: FullStory): Promise<Shot[]> {
  await house.visitor().register('unverified')
  await house.visitor().join('newcomer')
  const rich = house.visitor()
  await rich.join(LONGEST_NAME)
  await askForCheck(rich)
  await owner.must(`/api/approve-kyc/${rich.id}`)
  await owner.must('/api/create-plan', {
    name: 'The longest name that a plan may have here, sixty letters it',
    min_amount: '1',
    max_amount: LARGEST,
    durations_copy: '7, 14, 30, 60, 90, 180, 365',
    ref_bonus: '100',
    description: 'Everything about this plan is as long and as large as it can be. '.repeat(6),
    daily_roi: '0.4321',
  })
  const { plans, wallets } = (await rich.get('/api/histories')).body
  const plan = plans.find(({ max_amount }: { max_amount: string }) => max_amount === LARGEST)
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: LARGEST, duration: 365 }
  const invest = async (who: typeof rich, approved: boolean) => {
    const { r_url } = await who.must('/api/save-investment', choice)
    const [{ id }] = (await who.get('/api/histories')).body.investments
    if (approved) await owner.must(`/api/approve-investment/${id}`)
    return { id: String(id), payment: `/payment${r_url}` }
  }
  const running = await invest(rich, true)
  const unpaid = await invest(rich, false)
  const friend = house.visitor()
  await friend.join(ALSO_LONG, { referral: LONGEST_NAME })
  await invest(friend, true)
  for (const account of ['earnings', 'referral'])
    await owner.must(`/api/topup-user/${rich.id}`, { amount: LARGEST, account, reason: 'To see whether it fits' })
  const withdrawal = { amount: '999999999.98', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await rich.must('/api/withdraw', { ...withdrawal, source: 'investment' })
  const { withdrawals, referrals } = (await rich.get('/api/histories')).body
  return [
    { name: 'dashboard-shown', path: '/dashboard', open: showBalances },
    { name: 'withdrawal-menu', path: '/dashboard?panel=withdrawal&of=earnings' },
    { name: 'invest-form', path: `/invest?panel=invest&of=${plan.id}` },
    { name: 'investment-detail-pending', path: `/investment?panel=details&of=${unpaid.id}` },
    { name: 'investment-detail-active', path: `/investment?tab=active&panel=details&of=${running.id}` },
    { name: 'withdrawal-detail', path: `/withdrawal?panel=details&of=${withdrawals[0].id}` },
    { name: 'referral-detail', path: `/referral?panel=details&of=${referrals[0].id}` },
    { name: 'statement-day', path: '/statement?period=own&from=2026-03-01&to=2026-03-31', open: openFirstDay },
    { name: 'story-invested', path: '/dashboard?panel=story&of=invested' },
  ].map((shot) => ({ ...shot, name: `longest-${shot.name}`, by: LONGEST_NAME }))
}

/** Somebody who leaves one of two investments, and has had most of what the other earned paid out. */
async function tellLeaving({ owner }: FullStory): Promise<Shot[]> {
  const leaver = house.visitor()
  await leaver.join('leaver')
  await askForCheck(leaver)
  await owner.must(`/api/approve-kyc/${leaver.id}`)
  await owner.must('/api/create-plan', {
    ...{ name: 'Patient', description: '', min_amount: '100', max_amount: '5000', durations_copy: '30, 90' },
    ...{ ref_bonus: '5', daily_roi: '0.4', early_roi: '0.1' },
  })
  const { plans, wallets } = (await leaver.get('/api/histories')).body
  const plan = plans.find(({ name }: { name: string }) => name === 'Patient')
  const invest = async (amount: string) => {
    await leaver.must('/api/save-investment', { plan_id: plan.id, wallet_id: wallets[0].id, amount, duration: 30 })
    const [{ id }] = (await leaver.get('/api/histories')).body.investments
    await owner.must(`/api/approve-investment/${id}`)
    return String(id)
  }
  const [stays, left] = [await invest('2500'), await invest('1000')]
  await daysPass(house, 10)
  const { quote } = await leaver.must(`/api/quote-exit/${left}`)
  await leaver.must(`/api/exit-investment/${left}`, { quote_id: quote.id })
  return [
    { name: 'leave-early', path: `/investment?tab=active&panel=leave&of=${stays}` },
    { name: 'leave-early-detail', path: `/investment?tab=active&panel=details&of=${stays}`, open: toEnd },
    { name: 'leave-early-left', path: `/investment?tab=completed&panel=details&of=${left}` },
    { name: 'leave-early-list', path: '/investment?tab=completed' },
    { name: 'leave-early-plan', path: '/invest' },
    { name: 'leave-early-form', path: `/invest?panel=invest&of=${plan.id}` },
  ]
    .map((shot): Shot => ({ ...shot, by: 'leaver' }))
    .concat(
      {
        name: 'leave-early-desk',
        path: `/admin-investments?tab=completed&panel=investment&of=${left}`,
        by: 'administrator',
      },
      { name: 'leave-early-desk-form', path: `/plans?panel=update-plan&of=${plan.id}`, by: 'administrator' },
    )
}

/** The path of a payment that waits now: whatever waited before the leaver's days has expired. */
async function awaitedAnew(name: string, amount: string, duration: number): Promise<string> {
  const who = house.visitor()
  await who.signIn(`${name}@mail.plumb.test`, 'correct horse battery')
  const { plans, wallets } = (await who.get('/api/histories')).body
  const plan = plans.findLast(
    (one: { min_amount: string; max_amount: string; durations: number[] }) =>
      one.durations.includes(duration) &&
      Number(one.min_amount) <= Number(amount) &&
      Number(amount) <= Number(one.max_amount),
  )
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount, duration }
  return `/payment${(await who.must('/api/save-investment', choice)).r_url}`
}

/** The file with everything that is somebody's, as it comes about. */
function archives(): Shot[] {
  const at = '2026-04-01T12:00:00.000Z'
  const archive = { asked_at: at, over_at: at, made_at: null, bytes: null, step: 2, steps: 5, sign_in_first: false }
  const ready = { state: 'ready', step: 5, made_at: at, bytes: 1_234_567 }
  const states = {
    making: { state: 'making' },
    failed: { state: 'failed' },
    ready,
    later: { ...ready, sign_in_first: true },
  }
  return Object.entries(states).map(([name, state]) => ({
    ...{ name: `archive-${name}`, path: '/security', by: 'investor' },
    async open(page) {
      await page.route('**/api/archive', (route) => route.fulfill({ json: { archive: { ...archive, ...state } } }))
      await page.reload()
      await page.getByRole('region', { name: 'Everything that is mine' }).scrollIntoViewIfNeeded()
      await page.unrouteAll()
    },
  }))
}

async function toEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave early' }).scrollIntoViewIfNeeded()
}

async function showBalances(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'click for balance' }).first().click()
}

async function openFirstDay(page: Page): Promise<void> {
  await page.getByRole('rowheader').getByRole('button').first().click()
}

/** How long it lasts where nothing is taken out. */
async function toNothingTakenOut(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Share that is taken out' }).fill('0')
}

/** What was foreseen before something was assumed that cannot be counted with, and a slider in hand. */
async function assumeWhatCannotBeCounted(page: Page): Promise<void> {
  await page.getByLabel('The reserve earns in 30 days, $').fill('-1')
  await page.getByText('These figures are from before it.').waitFor()
  await page.getByRole('slider', { name: /^Withdrawn when due/ }).press('ArrowLeft')
}

/** The way to a screen whose script does not come. */
async function toWhatCannotBeLoaded(page: Page): Promise<void> {
  await page.route('**/assets/forgot-password*', (route) => route.abort())
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.getByRole('alert').waitFor()
  await page.unrouteAll()
}

/** All pictures of one theme and size, with one session for each who looks. */
async function take(browser: Browser, set: Set, wanted: readonly Shot[]): Promise<void> {
  await mkdir(join(FOLDER, set.name), { recursive: true })
  for (const [by, theirs] of Map.groupBy(wanted, ({ by: who }) => who)) {
    const context = await open(browser, set)
    try {
      const page = await context.newPage()
      if (by !== null) await comeIn(page, by)
      for (const shot of theirs) await picture(page, set, shot)
    } finally {
      await context.close()
    }
  }
  console.log(`${set.name}: ${wanted.length} pictures`)
}

/** Whoever is signed in goes on looking when the database has gone. */
async function takeWithoutDatabase(browser: Browser, wanted: readonly Shot[]): Promise<void> {
  const opened = []
  for (const set of sets) {
    const context = await open(browser, set)
    const page = await context.newPage()
    await comeIn(page, 'investor')
    await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))')
    opened.push({ set, page })
  }
  await house.app.db.destroy()
  for (const { set, page } of opened) for (const shot of wanted) await picture(page, set, shot)
  console.log(`without a database: ${wanted.length * sets.length} pictures`)
}

function open(browser: Browser, { theme, size }: Set): Promise<BrowserContext> {
  return browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    hasTouch: size === 'phone' || size === 'tablet',
    locale: 'en-US',
    baseURL: house.url,
    // else it would show what it kept instead of what is there
    serviceWorkers: 'block',
  })
}

async function comeIn(page: Page, by: string): Promise<void> {
  page.setDefaultTimeout(20_000)
  const email = emails[by]
  if (email === undefined) throw new Error(`Nobody knows the address of ${by}.`)
  if (by !== 'unverified') return signIn(page, email, by === 'administrator' ? OWNER.password : PASSWORD)
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/verify-user')
}

async function picture(page: Page, set: Set, { name, path, open, offline }: Shot): Promise<void> {
  try {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('load')
    if (offline) {
      await page.context().setOffline(true)
      await page.getByText('You are offline.').first().waitFor()
    }
    await open?.(page)
    await standsStill(page)
    // a panel lies over the screen, which is therefore not shown in its whole length
    const isWhole = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0
    const { width, height } = SIZES[set.size]
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'))
    // as tall as what is on it: the bar at the bottom would stand in the middle of a longer picture
    if (isWhole) await page.setViewportSize({ width, height: Math.max(height, whole) })
    await page.screenshot({ path: join(FOLDER, set.name, `${name}.png`) })
    await page.setViewportSize({ width, height })
  } catch (error) {
    failed.push(`${set.name}/${name}: ${String(error).split('\n')[0]}`)
  } finally {
    if (offline) await page.context().setOffline(false)
  }
}

async function standsStill(page: Page): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    await pause(100)
    if (await page.evaluate(AT_REST)) return
  }
}

async function writeSheets(): Promise<void> {
  const names = [...shots, ...variants('error', 'investor')].filter(isWanted).map(({ name }) => name)
  for (const { name: set, size, theme } of sets) {
    const figures = names.map(
      (name) => `<figure><a href="${set}/${name}.png"><img loading="lazy" src="${set}/${name}.png" alt=""></a>
        <figcaption>${name}</figcaption></figure>`,
    )
    await writeFile(join(FOLDER, `${set}.html`), sheet(`${theme}, ${size}`, size === 'phone' ? 200 : 400, figures))
  }
  const links = sets.map(({ name }) => `<p><a href="${name}.html">${name}</a></p>`)
  await writeFile(join(FOLDER, 'sheets.html'), sheet('Every screen', 400, links))
}

function sheet(title: string, width: number, parts: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:13px sans-serif;background:#888;color:#fff;display:flex;flex-wrap:wrap;gap:16px}
figure{margin:0;width:${width}px}img{width:100%}a{color:#fff}h1{width:100%}</style><h1>${title}</h1>
${parts.join('\n')}`
}
