import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#kit/clock.ts'
import { dollars } from '#money/show.ts'
import { daysPass } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { PASSWORD, signIn } from '../support/walk.ts'
import { THOROUGH } from '../support/thorough.ts'

describe('what is held and owed, for everybody', () => {
  let journey: Journey
  let walker: Walker
  let amara: Awaited<ReturnType<Journey['join']>>

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    amara = await journey.join('amara')
    const { plans, wallets } = (await amara.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '1000', duration: 14 }
    await amara.must('/api/save-investment', choice)
    const [{ id }] = (await amara.get('/api/histories')).body.investments
    await journey.owner.must(`/api/approve-investment/${id}`)
    await daysPass(journey.house, 2)
    // a day on which the house was off
    await journey.house.clock.move(2 * DAY)
    await journey.house.runJobs()
    await journey.house.clock.move(MINUTE)
    walker = await journey.walker('light')
  })
  afterAll(() => journey.close())

  test('is there for whoever has not signed in, with the way to it, and makes no call that fails', async () => {
    const { page } = walker
    const failed: string[] = []
    page.on('response', (answer) => void (answer.status() >= 400 && failed.push(answer.url())))
    await page.goto('/login')
    await page.getByRole('link', { name: /^Backed \d+(\.\d+)?% · look$/ }).click()
    await page.getByRole('heading', { name: 'What we hold, and what we owe' }).waitFor()
    const { coverage, runway } = (await journey.house.visitor().get('/api/books')).body
    await page.getByText(`Backed ${coverage}%`).waitFor()
    await page.getByRole('region', { name: 'Owed', exact: true }).getByText('Running investments').waitFor()
    await page.getByText(`If everybody left this second, ${runway.if_all}% could be paid.`).waitFor()
    const picture = page.getByRole('img', { name: /: Backed .*\. A gap where no day was kept\.$/ })
    await picture.waitFor()
    expect((await picture.locator('polyline').count()) + (await picture.locator('path').count())).toBeGreaterThan(1)
    await page.getByRole('region', { name: 'What plans have kept' }).getByText('Promised', { exact: true }).waitFor()
    const months = page.getByRole('region', { name: 'Month by month' }).getByRole('row')
    await months.nth(1).waitFor()
    const told = (await journey.house.visitor().get('/api/books/months')).body.months
    expect(await months.count()).toBe(1 + told.length)
    await months.nth(1).getByText(dollars(told[0].promised), { exact: true }).waitFor()
    // of a second of its own: it is asked for by itself
    await page
      .getByRole('region', { name: 'Month by month' })
      .getByText(/^As of .* UTC$/)
      .waitFor()
    await page.getByText('Borrowed money looks like any other.').waitFor()
    await expectAccessible(page, { whole: true })
    expect(failed).toEqual([])
  })

  test(
    'draws how much was backed beside its scale, and fits large amounts of each day on a phone',
    THOROUGH,
    async () => {
      const { page, context } = await journey.walker('light')
      await context.route('**/api/books/days', (route) =>
        route.fulfill({
          json: {
            public: true,
            days: ['19', '20'].map((day, n) => ({
              ...{ day: `2026-03-${day}`, custody: '123456789.01', owed: '123456789.01', coverage: String(100 - n) },
              reserve: { yield: '0.00', committed: '0.00' },
            })),
          },
        }),
      )
      await page.goto('/books')
      const part = page.getByRole('region', { name: 'Day by day', exact: true })
      const [scale, curve] = [part.getByText('100%', { exact: true }), part.locator('polyline')]
      await curve.waitFor()
      const [said, drawn] = [await scale.boundingBox(), await curve.boundingBox()]
      expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThanOrEqual(drawn?.x ?? 0)
      await part.getByText('As a table').click()
      const table = part.getByRole('region', { name: 'Day by day' })
      await table.getByText('Backed 100%').first().waitFor()
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await expectAccessible(page, { whole: true })
      await context.close()
    },
  )

  test('says by keyboard how long it lasts for a share of what falls due', async () => {
    const { page } = walker
    const part = page.getByRole('region', { name: 'How long it lasts' })
    const until = part.getByRole('status')
    const whole = await until.textContent()
    expect(whole).toMatch(/^If 100% of what falls due is taken out:(Until |Not even today)/)
    await part.getByRole('slider', { name: /Share that is taken out/ }).focus()
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
    await part.getByText('50%', { exact: true }).waitFor()
    // what is asked follows, also where the answer is the same
    await until.getByText('If 50% of what falls due is taken out:').waitFor()
    await page.keyboard.press('Home')
    await until.getByText('Nothing has to be paid').waitFor()
    await page.keyboard.press('ArrowRight')
    await until.getByText('All of it can be paid').waitFor()
    await until.getByText(/^The last payment falls due on /).waitFor()
    await part.getByText('As a table').focus()
    await page.keyboard.press('Enter')
    await part.getByRole('table').waitFor()
    await expectAccessible(page, { whole: true })
  })

  test(
    'says on which day the operator has taken out what is owed, and what of it has not come back',
    THOROUGH,
    async () => {
      // a browser that has asked keeps the answer for a minute
      const { page, context } = await journey.walker('light')
      const { id: wallet_id } = (await amara.get('/api/histories')).body.wallets[0]
      const funds = { wallet_id, account: 'capital', reason: 'of the network' }
      const must = (direction: 'in' | 'out', amount: string) =>
        journey.owner.must('/api/record-funds', { ...funds, direction, amount })
      await must('in', '50')
      await must('out', '150')
      await must('in', '30')
      await journey.house.clock.move(MINUTE)
      await page.goto('/books')
      await page.getByText(/^On Mar \d+, 2026 we took out \$150\.00\. \$\d+\.\d+ of it is owed to investors/).waitFor()
      await expectAccessible(page, { whole: true })
      await must('in', '300')
      await context.close()
    },
  )

  test('says that it could not be read, and reads it when it is asked to again', THOROUGH, async () => {
    const { page, context } = await journey.walker('dark')
    await context.route('**/api/books*', (route) => route.abort())
    await page.goto('/books')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await expectAccessible(page, { whole: true })
    await context.unroute('**/api/books*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Held', exact: true }).waitFor()
    await context.close()
  })

  test('asks for its figures before there are scripts, and once', async () => {
    const { page, context } = await journey.walker('light')
    const asked: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/api/books') && asked.push(request.url())))
    let letScriptsCome = () => {}
    const scriptsMayCome = new Promise<void>((resolve) => (letScriptsCome = resolve))
    await context.route('**/assets/*.js', async (route) => {
      await scriptsMayCome
      await route.continue()
    })
    const early = page.waitForResponse('**/api/books')
    await page.goto('/books', { waitUntil: 'commit' })
    await early
    letScriptsCome()
    await page.getByRole('region', { name: 'Held', exact: true }).waitFor()
    expect(asked).toHaveLength(1)
    await context.close()
  })

  test('stands on home, in an investor’s plan and beside a payment', async () => {
    const { page } = walker
    await signIn(page, amara.email, PASSWORD)
    const strip = page.getByRole('link', { name: /^Backed .* look$/ })
    await strip.waitFor()
    // from the frame of those who have signed in to a screen that stands in none, and back
    walker.complaints.length = 0
    await strip.click()
    await page.getByRole('heading', { name: 'What we hold, and what we owe' }).waitFor()
    await page.goBack()
    await strip.waitFor()
    expect(walker.complaints).toEqual([])
    await page.goto('/invest')
    await page
      .getByRole('button', { name: /invest/i })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Backed .* look$/ })
      .waitFor()
    // what strangers may not see is shown to investors: never asked for in nobody's name
    const asked = page.waitForRequest('**/api/books')
    await page.goto('/books')
    expect((await asked).headers()['authorization']).toMatch(/^Bearer /)
    await page.getByRole('heading', { name: 'What we hold, and what we owe' }).waitFor()
    await page.getByRole('region', { name: 'Held', exact: true }).waitFor()
  })

  test('is hidden from strangers where the owner says so, and says it', async () => {
    await journey.owner.must('/api/update-setting/public_books', { value: 'off', reason: 'Not yet' })
    const stranger = await journey.walker('dark')
    await stranger.page.goto('/books')
    await stranger.page.getByText('The operator shows these figures to those who have signed in.').waitFor()
    await stranger.page.getByRole('link', { name: 'Sign in' }).waitFor()
    for (const said of ['Read from our books', 'What these figures do not say'])
      expect(await stranger.page.getByText(said).count()).toBe(0)
    await expectAccessible(stranger.page, { whole: true })
    await stranger.page.getByRole('link', { name: 'Sign in' }).click()
    await stranger.page
      .getByRole('heading', { name: 'Welcome back' })
      .or(stranger.page.getByLabel('Email'))
      .first()
      .waitFor()
    expect(await stranger.page.getByRole('link', { name: /look$/ }).count()).toBe(0)
  })
})
