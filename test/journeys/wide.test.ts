/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe-findings.ts'
import { PHONE } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { goWithin, PASSWORD, signIn } from '../support/walk.ts'

const TABLET = { width: 768, height: 1024 }
const LAPTOP = { width: 1280, height: 800 }
const SCREEN = { width: 1920, height: 1080 }
const SIZES = [PHONE, TABLET, LAPTOP, SCREEN]

type Box = { x: number; y: number; width: number; height: number }
const end = ({ x, width }: Box) => x + width

describe('an investor with room', () => {
  let journey: Journey
  let page: Page
  let investor: Visitor

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    await journey.owner.must('/api/create-plan', {
      ...{ name: 'Long haul', min_amount: '1000', max_amount: '250000', durations_copy: '90, 180' },
      ...{ ref_bonus: '7.5', description: 'For those who can wait.', daily_roi: '0.55' },
    })
    investor = await journey.join('investor')
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const plan = plans.find(({ name }: { name: string }) => name === 'Steady')
    for (const amount of ['150', '400']) {
      await investor.must('/api/save-investment', {
        ...{ plan_id: plan.id, wallet_id: wallets[0].id, amount, duration: 14 },
      })
    }
    page = (await journey.walker('light')).page
    await signIn(page, 'investor@mail.plumb.test', PASSWORD)
  })
  afterAll(() => journey.close())

  const list = () => page.getByRole('list', { name: 'Pending investments' })
  const row = (amount: string) => list().getByRole('button', { name: amount })
  const record = () => page.getByRole('complementary', { name: 'Steady' })
  const boxOf = async (what: ReturnType<typeof record>): Promise<Box> => {
    const box = await what.boundingBox()
    if (!box) throw new Error('It is not shown.')
    return box
  }
  const search = () => new URL(page.url()).search

  test('has the record beside its list on a laptop, and Back closes it', async () => {
    await page.setViewportSize(LAPTOP)
    await goWithin(page, '/investment')
    await row('$150.00').click()
    await record().getByRole('link', { name: 'Pay now' }).waitFor()
    expect(search()).toMatch(/^\?tab=pending&panel=details&of=[\w-]+$/)
    expect((await boxOf(record())).x).toBeGreaterThanOrEqual(end(await boxOf(list())))
    expect(await page.getByRole('dialog').count()).toBe(0)
    // the list goes on beside it
    await row('$400.00').click()
    await record().getByText('$400.00').first().waitFor()
    expect(await row('$400.00').getAttribute('aria-current')).toBe('true')
    await expectAccessible(page)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => record().count()).toBe(0)
    expect(search()).toBe('?tab=pending')
    await page.getByText('Current Investment').waitFor()
  })

  test('has the parts of a record in columns under their names, on a tablet and on a laptop', async () => {
    for (const size of [TABLET, LAPTOP]) {
      await page.setViewportSize(size)
      await goWithin(page, '/investment')
      const line = list().getByRole('listitem').filter({ hasText: '$150.00' })
      const parts = [row('$150.00'), line.getByText('Steady'), line.getByText(/pay within/), line.getByText('Pending')]
      await row('$150.00').waitFor()
      const heads = ['Amount', 'Plan', 'Next'].map((name) => list().getByText(name, { exact: true }))
      // a column may still grow by what counts down in it
      const apart = async () => {
        const [boxes, names] = await Promise.all([parts, heads].map((all) => Promise.all(all.map(boxOf))))
        return Math.max(...(names ?? []).map(({ x }, place) => Math.abs(x - (boxes?.[place]?.x ?? 0))))
      }
      await expect.poll(apart).toBeLessThanOrEqual(1)
      const boxes = await Promise.all(parts.map(boxOf))
      boxes.slice(1).forEach(({ x }, place) => expect(x).toBeGreaterThan(end(boxes[place] as Box)))
      expect((await boxOf(line)).height).toBeLessThan(80)
    }
  })

  test('has it over the list on a phone, at the same address', async () => {
    await page.setViewportSize(PHONE)
    await goWithin(page, '/investment')
    await row('$150.00').click()
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await panel.getByRole('link', { name: 'Pay now' }).waitFor()
    expect(search()).toMatch(/^\?tab=pending&panel=details&of=[\w-]+$/)
    const covers = await boxOf(panel)
    expect([covers.x, covers.width]).toEqual([0, PHONE.width])
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(search()).toBe('?tab=pending')
  })

  test('goes through a list with the arrows, opens with Enter and closes with Escape', async () => {
    await page.setViewportSize(LAPTOP)
    await goWithin(page, '/investment')
    const rows = list().getByRole('button')
    await rows.first().focus()
    // the arrows come with the place beside the list
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return rows.last().evaluate((button) => button.ownerDocument.activeElement === button)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await record().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => record().count()).toBe(0)
    expect(await rows.last().evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  })

  test('gives the focus to a form that stands in the place of what opened it, and back', async () => {
    await goWithin(page, '/withdrawal')
    const opener = page.getByRole('button', { name: 'Request Withdrawal' })
    await opener.press('Enter')
    const form = page.getByRole('complementary', { name: 'Request Withdrawal' })
    await form.waitFor()
    await expect
      .poll(() =>
        form
          .getByRole('heading')
          .first()
          .evaluate((head) => head.matches(':focus')),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true)
  })

  test('has the plans in columns, and beside them the form of the chosen one with its receipt', async () => {
    await goWithin(page, '/invest')
    const form = (plan: string) => page.getByRole('complementary', { name: `Invest in ${plan}` })
    const plans = page.getByRole('main').getByRole('heading', { level: 2 })
    await page.getByRole('complementary', { name: /^Invest in/ }).waitFor()
    const [first, second] = [await boxOf(plans.nth(0)), await boxOf(plans.nth(1))]
    expect(first.y).toBe(second.y)
    for (const name of ['Long haul', 'Steady']) {
      const card = page.getByRole('listitem').filter({ hasText: name })
      await card.getByRole('button', { name: 'Invest now' }).click()
      await form(name).getByText('Planned payout').waitFor()
      expect((await boxOf(form(name))).x).toBeGreaterThanOrEqual(end(await boxOf(card)))
    }
    await expectAccessible(page)
    // what is to be read before it is pressed stands above the button, in sight with it
    await page.setViewportSize(LAPTOP)
    const said = await boxOf(form('Steady').getByText(/^Nothing is set apart for what this earns\./))
    const button = await boxOf(form('Steady').getByRole('button', { name: /^Invest \$/ }))
    expect(said.y).toBeGreaterThan(0)
    expect(said.y + said.height).toBeLessThanOrEqual(button.y)
    expect(button.y + button.height).toBeLessThanOrEqual(LAPTOP.height)
  })

  test('has a menu around whose places there is room for the ring of the focus', async () => {
    await page.setViewportSize(LAPTOP)
    await goWithin(page, '/withdrawal')
    const menu = page.getByRole('complementary').first()
    const edges = await boxOf(menu)
    const places = await menu.locator('a, button').all()
    expect(places.length).toBeGreaterThan(8)
    for (const place of places) {
      if (!(await place.isVisible())) continue
      const box = await boxOf(place)
      // two pixels of it, two beyond the place
      expect(box.x - edges.x).toBeGreaterThanOrEqual(4)
      expect(end(edges) - end(box)).toBeGreaterThanOrEqual(4)
    }
  })

  test('keeps what was typed in a form when the window is turned, and sees it, in both directions', async () => {
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '20', account: 'earnings' })
    const typed = [
      { path: '/withdrawal', open: 'Request Withdrawal', name: 'Request Withdrawal', field: 'Wallet address' },
      { path: '/withdrawal', open: 'Saved addresses', name: 'Saved addresses', field: 'Address' },
      { path: '/invest', open: 'Invest now', name: /^Invest in/, field: 'Amount' },
    ]
    for (const { path, open, name, field } of typed) {
      for (const [from, to] of [
        [LAPTOP, TABLET],
        [TABLET, LAPTOP],
      ] as const) {
        await page.setViewportSize(from)
        await goWithin(page, path)
        // on a laptop a plan is open at once
        if (path !== '/invest' || from === TABLET) await page.getByRole('button', { name: open }).first().click()
        const place = page.getByRole('dialog', { name }).or(page.getByRole('complementary', { name }))
        const input = place.getByLabel(field, { exact: true })
        await input.fill('123')
        const same = await input.elementHandle()
        if (!same) throw new Error('It is not there.')
        await page.setViewportSize(to)
        await expect.poll(() => page.evaluate('innerWidth')).toBe(to.width)
        // what the other width has in its place would be drawn by the second frame
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
        expect([path, from.width, await same.evaluate((field) => field.isConnected)]).toEqual([path, from.width, true])
        expect(await input.inputValue()).toBe('123')
        const box = await boxOf(input)
        expect(box.y).toBeGreaterThan(0)
        expect(box.y).toBeLessThan(to.height)
        await place.getByRole('button', { name: 'Close' }).click()
        await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
      }
    }
    // closed, the next one stands where this width has it
    await page.getByRole('complementary', { name: /^Invest in/ }).waitFor()
    await page.setViewportSize(TABLET)
    await page.getByRole('complementary', { name: /^Invest in/ }).waitFor({ state: 'detached' })
  })

  test('has the sum of a statement beside its period, and the code of an invitation as large as its frame', async () => {
    await page.setViewportSize(TABLET)
    await page.goto('/statement')
    const period = await boxOf(page.getByRole('radiogroup', { name: 'Period' }))
    const sum = page.getByLabel('Summary', { exact: true })
    await sum.waitFor()
    expect((await boxOf(sum)).x).toBeGreaterThan(end(period))
    await page.goto('/referral')
    const code = page.getByRole('img', { name: 'QR code of your invitation link' })
    await code.waitFor()
    expect((await boxOf(code.locator('svg').first())).width).toBeGreaterThan(0.75 * (await boxOf(code)).width)
  })

  test('has a status as wide as its words in a column, and under Outcome what came of a record that is over', async () => {
    const friend = await journey.join('friend', { referral: 'investor' })
    const { plans, wallets, investments } = (await friend.get('/api/histories')).body
    expect(investments).toEqual([])
    await friend.must('/api/save-investment', {
      ...{ plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '1000', duration: plans[0].durations[0] },
    })
    const [made] = (await friend.get('/api/histories')).body.investments
    await journey.owner.must(`/api/approve-investment/${made.id}`)
    await page.setViewportSize(TABLET)
    await page.goto('/referral')
    const status = page.getByRole('list', { name: 'Pending referrals' }).getByText('pending', { exact: true })
    await status.waitFor()
    const pill = await boxOf(status.locator('..'))
    expect(pill.width - (await boxOf(status)).width).toBeLessThan(40)

    const { id } = (await investor.get('/api/histories')).body.investments[0]
    await investor.must(`/api/cancel-investment/${id}`)
    await page.goto('/investment?tab=declined')
    const over = page.getByRole('list', { name: 'Declined investments' })
    const outcome = await boxOf(over.getByText('Outcome', { exact: true }))
    expect(Math.abs(outcome.x - (await boxOf(over.getByText('cancelled by you'))).x)).toBeLessThanOrEqual(1)
  })

  test('has all of a page in the middle of a large screen, and nothing beyond its edge on any', async () => {
    for (const path of ['/invest', '/investment', '/withdrawal', '/referral', '/market', '/profile', '/kyc']) {
      await goWithin(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const wide = () => page.evaluate('document.documentElement.scrollWidth')
        await expect.poll(async () => [size.width, path, await wide()]).toEqual([size.width, path, size.width])
        if (size.width < LAPTOP.width) continue
        const boxes = async () => ({
          menu: await boxOf(page.getByRole('complementary').first()),
          main: await boxOf(page.getByRole('main')),
        })
        await expect.poll(async () => [path, (await boxes()).menu.width]).toEqual([path, 240])
        const { menu, main } = await boxes()
        expect(main.width).toBeLessThanOrEqual(1160)
        expect(Math.abs(menu.x - (size.width - end(main)))).toBeLessThanOrEqual(1)
      }
    }
  })
})
