/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUR_BITCOIN, OUR_ETHEREUM, THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { drawn } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

const WIDE = { width: 1920, height: 1080 }
const LONG = 'Bitcoin of the second account'
const FRIEND = 'friend-of-investor@mail.plumb.test'

let journey: Journey
let walker: Walker
let page: Page
let investor: Visitor

beforeAll(async () => {
  journey = await openJourney({ env: { KYC: 'off' } })
  const { owner } = journey
  const { wallets } = (await owner.get('/api/admin-histories')).body
  await owner.must(`/api/update-wallet/${wallets[0].id}`, { name: LONG, address: OUR_BITCOIN })
  investor = await journey.join('investor')
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '50', reason: 'Welcome' })
  const { plans } = (await investor.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 14 }
  await investor.must('/api/save-investment', choice)
  const withdraw = { source: 'investment', wallet_name: LONG, wallet_address: THEIR_BITCOIN, amount: '5' }
  await investor.must('/api/withdraw', withdraw)
  const friend = await journey.join('friend-of-investor', { referral: 'investor' })
  await friend.must('/api/save-investment', choice)
  walker = await journey.walker('light')
  page = walker.page
  await signIn(page, OWNER.email, OWNER.password)
})
afterAll(() => journey.close())

/** How many lines each text with this title takes, and whether it stays within its field of the table. */
const linesOf = (title: string) =>
  inPage<[lines: number, within: boolean][]>(
    page,
    `return [...document.querySelectorAll('td [title=${JSON.stringify(title)}]')].map((at) => {
      const range = document.createRange()
      range.selectNodeContents(at)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      const cell = at.closest('td').getBoundingClientRect()
      // what is cut short with dots ends where its box does
      const ends = getComputedStyle(at).textOverflow === 'ellipsis' ? at : range
      return [lines, ends.getBoundingClientRect().right <= cell.right]
    })`,
  )

test('on a desk a wallet and an address take a line each in the lists', async () => {
  await page.setViewportSize(DESK)
  for (const [path, titles] of [
    ['/admin-withdrawals', [LONG, THEIR_BITCOIN]],
    [`/view-account/${investor.id}`, [LONG, LONG, THEIR_BITCOIN]],
  ] as const) {
    await page.goto(path)
    await page.getByTitle(THEIR_BITCOIN).first().waitFor()
    const found = [...new Set(titles)].map(linesOf)
    expect((await Promise.all(found)).flat(), path).toEqual(titles.map(() => [1, true]))
  }
})

test('on a wide desk no address of a person is cut short while its column has room', async () => {
  await page.setViewportSize(WIDE)
  await page.goto('/admin-investments')
  const address = page.getByTitle(FRIEND)
  await address.waitFor()
  expect(await address.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0)
})

test('on a tablet what is alike stands side by side: plans, payment wallets, the balances of an account', async () => {
  const { owner } = journey
  await owner.must('/api/create-wallet', { name: 'Ethereum', address: OUR_ETHEREUM, network: 'ethereum' })
  await owner.must('/api/create-plan', {
    ...{ name: 'Quick', daily_roi: '0.5', min_amount: '10', max_amount: '100', ref_bonus: '1', durations_copy: '7' },
    description: 'For trying out.',
  })
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const [path, headings] of [
    ['/plans', ['Quick', 'Steady']],
    ['/wallets', ['Ethereum', LONG]],
    [`/view-account/${investor.id}`, ['Withdrawable Balance', 'Active Deposit', 'Referral Profit']],
  ] as const) {
    await page.goto(path)
    const topOf = async (name: string) =>
      (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN
    const tops = await Promise.all(headings.map(topOf))
    // a longer name takes two lines
    expect(Math.max(...tops) - Math.min(...tops), path).toBeLessThan(20)
  }
})

test('on a phone a day of the users’ list and the number of an account take a line each', async () => {
  await page.setViewportSize(PHONE)
  const linesOfPart = (words: RegExp) =>
    inPage<number[]>(
      page,
      `const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const part = ${String(words)}.exec(node.data)
        if (!part || !node.parentElement.checkVisibility()) continue
        const range = document.createRange()
        range.setStart(node, part.index)
        range.setEnd(node, part.index + part[0].length)
        found.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size)
      }
      return [...new Set(found)]`,
    )
  await page.goto('/list-users')
  await page
    .getByText(/Protected/)
    .first()
    .waitFor()
  expect(await linesOfPart(/set\s\S+\s\d+,\s\d{4}/)).toEqual([1])
  await page.setViewportSize(DESK)
  const cut = await page
    .getByTitle(/^Protected/)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(cut).toEqual([])
  await page.setViewportSize(PHONE)
  await page.goto(`/view-account/${investor.id}`)
  await page.getByText(/^Account\s\S{4}\s\S{4}, member since/).waitFor()
  expect(await linesOfPart(/Account\s\S{4}\s\S{4}/)).toEqual([1])
})

test.each([
  '/admin-investments',
  '/admin-withdrawals',
  '/admin-referrals',
  '/list-users',
  '/admin-audit',
  '/admin-mail?tab=delivery',
])('on a phone the search of %s says in full what it looks in', async (path) => {
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await page.getByRole('searchbox').waitFor()
  const room = await inPage<number>(
    page,
    `const at = document.querySelector('[type=search]')
      const { paddingInlineStart: start, paddingInlineEnd: end } = getComputedStyle(at)
      const pen = document.createElement('canvas').getContext('2d')
      await document.fonts.ready
      pen.font = getComputedStyle(at, '::placeholder').font
      return at.clientWidth - parseFloat(start) - parseFloat(end) - pen.measureText(at.placeholder).width`,
  )
  expect(room).toBeGreaterThan(0)
})

test('on a phone the keyboard comes to nothing under the bar at the bottom', async () => {
  await page.setViewportSize(PHONE)
  await page.goto(`/view-account/${investor.id}`)
  await page.getByRole('button', { name: 'Require reset' }).focus()
  /** Whether it has the focus, and whether it is seen, once the page is scrolled by what is said of its place. */
  const block = (by = '0') =>
    inPage<[focused: boolean, seen: boolean]>(
      page,
      `const at = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Block sign-in')
      scrollBy(0, ${by})
      const { left, top, width, height } = at.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return [at === document.activeElement, at.contains(seen)]`,
    )
  expect(await block('at.getBoundingClientRect().bottom - innerHeight')).toEqual([false, false])
  await page.keyboard.press('Tab')
  expect(await block()).toEqual([true, true])
})

test('what stands above every page of the demo covers no panel, no menu and no open record', async () => {
  await page.setViewportSize(DESK)
  const edgesOf = async (which: string) => {
    await inPage(page, `document.documentElement.style.setProperty('--banner', '20px')`)
    await drawn(page)
    return inPage<[top: number, bottom: number]>(
      page,
      `const { top, bottom } = [...document.querySelectorAll(${JSON.stringify(which)})].at(-1).getBoundingClientRect()
      return [top, bottom]`,
    )
  }
  await page.goto('/wallets?panel=create-wallet')
  await page.getByRole('dialog').waitFor()
  expect(await edgesOf('[role=dialog]')).toEqual([20, DESK.height])
  await page.goto('/admin-withdrawals')
  await page.getByRole('button', { name: /^\$5\.00/ }).click()
  await page.getByRole('button', { name: 'Approve $5.00' }).waitFor()
  const [, end] = await edgesOf('aside')
  // the banner itself pushes the page down by its height
  expect(end).toBeLessThanOrEqual(DESK.height - 20)
  const [top, bottom] = await edgesOf('.spine')
  expect(bottom - top).toBe(DESK.height - 20)
})

test('on a laptop the largest amount of a list ends before the longest name of a plan begins', async () => {
  const { owner } = journey
  const name = 'The longest name that a plan may have here, sixty letters it'
  await owner.must('/api/create-plan', {
    ...{ name, daily_roi: '0.1', min_amount: '1', max_amount: '999999999.99', ref_bonus: '1', durations_copy: '365' },
    description: 'For those who have it.',
  })
  const rich = await journey.join('rich')
  const { plans, wallets } = (await rich.get('/api/histories')).body
  const plan = plans.find((one: { name: string }) => one.name === name)
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: '999999999.99', duration: 365 }
  await rich.must('/api/save-investment', choice)
  const { page: theirs } = await journey.walker('light')
  await theirs.setViewportSize(DESK)
  await signIn(theirs, rich.email, PASSWORD, '/investment')
  await theirs.getByRole('button', { name: '$999,999,999.99' }).waitFor()
  const end = await inPage<number>(
    theirs,
    `const range = document.createRange()
    range.selectNodeContents([...document.querySelectorAll('li button')].find(({ textContent }) => /^.999,/.test(textContent)))
    return range.getBoundingClientRect().right`,
  )
  const begin = (await theirs.getByText(name).last().boundingBox())?.x
  expect(end).toBeLessThan(begin ?? 0)
})
