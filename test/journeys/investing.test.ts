import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN } from '../support/addresses.ts'
import { daysPass, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import type { Walker } from '../support/browser.ts'
import { drawn, holdBack, intercepted } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { PASSWORD, PLAN, signIn, textOf } from '../support/walk.ts'
import { askForCheckQuickly } from '../support/identity.ts'
import { THOROUGH } from '../support/thorough.ts'

const ANOTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const MANY = 60

/** What the browser says of answers that these journeys ask for on purpose. */
const meant = /status of (404|422|403)|save-investment|api\/histories|net::ERR_FAILED$/

/** Everything about investing that is not in the investor's whole story: each state of its screens, on a phone. */
describe('investing', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  let walker: Walker
  let page: Page
  let plan: { id: string; version: number }
  let wallet: { id: string; version: number }

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    investor = await journey.join('investor')
    walker = await journey.walker('dark')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
    await readOffer()
  })
  afterAll(() => journey.close())

  const histories = async () => (await investor.get('/api/histories')).body
  const readOffer = async () => {
    const { plans, wallets } = await histories()
    plan = plans[0] ?? plan
    wallet = wallets[0] ?? wallet
  }
  const changePlan = (changed: object) => owner.must(`/api/update-plan/${plan.id}`, { ...PLAN, ...changed })
  const changeWallet = (available: boolean) =>
    owner.must(`/api/update-wallet/${wallet.id}`, { name: 'Bitcoin', address: OUR_BITCOIN, available })
  /** Saved over HTTP: the record, and the query that leads to its payment. */
  const save = async (more: object = {}) => {
    const asked = { plan_id: plan.id, wallet_id: wallet.id, amount: '500', duration: 14, ...more }
    const { r_url } = await investor.must('/api/save-investment', asked)
    const [investment] = (await histories()).investments
    return { ...investment, path: `/payment${r_url}` }
  }
  const unpaidNow = async (): Promise<{ id: string }[]> =>
    (await histories()).investments.filter(
      ({ source, status }: { source: string; status: string }) => source === 'payment' && status === 'pending',
    )
  const openForm = async () => {
    await page.goto('/invest')
    await page.getByRole('button', { name: 'Invest now' }).click()
    const panel = page.getByRole('dialog', { name: 'Invest in Steady' })
    await panel.getByLabel('Amount', { exact: true }).waitFor()
    return panel
  }
  const shownOn = async () => (await textOf(page)).replaceAll(' ', '')
  const stored = (key: string) => page.evaluate(`JSON.parse(localStorage.getItem('${key}'))`)

  test('a plan shows its name, limits, referral bonus, description and both rates, and is kept on the device', async () => {
    await page.goto('/invest')
    await page.getByRole('heading', { name: 'Steady' }).waitFor()
    const shown = await textOf(page)
    for (const said of [
      'Min Amount $100.00',
      'Max Amount $5,000.00',
      'Referral Bonus 5%',
      '0.4% a day',
      '146% a year',
    ]) {
      expect(shown).toContain(said)
    }
    expect(shown).toContain('Two weeks of steady work.')
    expect(shown).toContain('Capital is at risk')
    await page.getByRole('button', { name: 'Invest now' }).click()
    await page.getByRole('dialog', { name: 'Invest in Steady' }).waitFor()
    expect(await stored('selected-plan')).toMatchObject({ id: plan.id })
    expect(await stored('plans')).toMatchObject([{ id: plan.id }])
    expect(await stored('wallets')).toMatchObject([{ id: wallet.id }])
  })

  test('plans come from the device at once, before the server has answered', THOROUGH, async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/histories', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/invest')
    await page.getByRole('heading', { name: 'Steady' }).waitFor()
    answer()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('the whole way to the payment with the keyboard alone, the focus seen and inside the open panel', async () => {
    await page.goto('/invest')
    await page.getByRole('button', { name: 'Invest now' }).waitFor()
    const tabTo = async (name: string) => {
      for (let tries = 0; tries < 40; tries += 1) {
        await page.keyboard.press('Tab')
        if ((await focused()).name.startsWith(name)) return
      }
      throw new Error(`Tab does not lead to ${name}`)
    }
    const focused = async () =>
      page.evaluate<{ name: string; inside: boolean; seen: boolean }>(`(() => {
        const it = document.activeElement
        const look = it.matches('[type=radio]') ? it.parentElement : it.matches('[inputmode]') ? it.parentElement : it
        const { outlineStyle, outlineWidth, borderBottomColor } = getComputedStyle(look)
        const brand = getComputedStyle(document.querySelector('[role=dialog] [type=submit]') ?? it).backgroundColor
        return {
          name: it.getAttribute('aria-label') ?? it.labels?.[0]?.innerText ?? it.innerText ?? '',
          inside: it.closest('[role=dialog]') !== null,
          seen: (outlineStyle !== 'none' && outlineWidth !== '0px') || borderBottomColor === brand,
        }
      })()`)
    await tabTo('Invest now')
    expect((await focused()).seen).toBe(true)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Invest in Steady' })
    await panel.getByLabel('Amount', { exact: true }).waitFor()

    // Escape leaves it, and the focus is back where it was.
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(async () => (await focused()).name).toBe('Invest now')
    await page.keyboard.press('Enter')
    await panel.getByLabel('Amount', { exact: true }).waitFor()

    // Once round: the focus never leaves the panel, and is always seen.
    const stops: string[] = []
    await expect.poll(async () => (await focused()).inside).toBe(true)
    for (let tries = 0; tries < 12; tries += 1) {
      await page.keyboard.press('Tab')
      // the panel sends the focus from its end to its beginning a moment after the key
      await expect.poll(focused).toMatchObject({ inside: true, seen: true })
      stops.push((await focused()).name)
    }
    for (const stop of ['Close', 'Amount', '$500', 'Max', '7 days', 'Bitcoin', 'Invest $']) {
      expect(
        stops.some((name) => name.includes(stop)),
        `${stop} among ${stops.join()}`,
      ).toBe(true)
    }

    await tabTo('Amount')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('$250.0')
    await tabTo('7 days')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await focused()).name).toBe('14 days')
    await tabTo('Invest $250.00')
    const began = Date.now()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/payment?**')
    // three seconds after it was saved
    expect(Date.now() - began).toBeGreaterThanOrEqual(3000)
    expect((await histories()).investments[0]).toMatchObject({ amount: '250.00', duration: 14, status: 'pending' })
    await page.getByText('Pay exactly').waitFor()
  })

  test('an amount that cannot be read is explained at its field, which has the focus', THOROUGH, async () => {
    const panel = await openForm()
    const amount = panel.getByLabel('Amount', { exact: true })
    const tries: [string, string][] = [
      ['1,5', 'a point before the cents'],
      ['1,00', 'a point before the cents'],
      ['€500', 'a point before the cents'],
      ['500.001', 'at most two decimals'],
      ['99.99', 'between $100.00 and $5,000.00'],
      ['999999999.99', 'between $100.00 and $5,000.00'],
    ]
    for (const [typed, said] of tries) {
      await amount.fill(typed)
      await panel.getByRole('button', { name: /^Invest/ }).click()
      await expect.poll(() => panel.innerText(), { message: typed }).toContain(said)
      expect(await amount.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => amount.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    }
    await amount.fill('500')
    expect(await amount.getAttribute('aria-invalid')).toBeNull()
  })

  test(
    'what it earns day by day and when the principal comes back is drawn, and read as a table by keyboard',
    THOROUGH,
    async () => {
      const panel = await openForm()
      await panel.getByLabel('Amount', { exact: true }).fill('250')
      const chart = panel.getByRole('region', { name: 'Day by day, if approved today' }).first()
      const said = 'Earned by the end of each day: $1.00 after the first, $7.00 after 7 days'
      await chart.getByRole('img', { name: said, exact: true }).waitFor()
      await chart.getByText('$250.00 back').waitFor()
      await chart.getByText('Planned at the plan’s rate, and not certain.').waitFor()
      await chart.getByText('As a table').focus()
      await page.keyboard.press('Enter')
      const rows = async () => {
        const texts = await chart.getByRole('table').getByRole('row').allInnerTexts()
        return texts.map((row) => row.split(/\t/).slice(1))
      }
      await expect.poll(async () => (await rows()).length).toBe(8)
      expect((await rows())[1]).toEqual(['$1.000000', '$1.000000', '–'])
      expect((await rows())[7]).toEqual(['$1.000000', '$7.000000', '$250.00'])
      await page.keyboard.press('Tab')
      await expect
        .poll(() => chart.getByRole('region').evaluate((it) => it === it.ownerDocument.activeElement))
        .toBe(true)
      await expectAccessible(page)
      await panel.getByLabel('Amount', { exact: true }).fill('1,5')
      await chart.waitFor({ state: 'detached' })
    },
  )

  test('what it earns per day times its days is what is planned, as it is read', THOROUGH, async () => {
    const panel = await openForm()
    await panel.getByLabel('Amount', { exact: true }).fill('109.10')
    await panel.getByText('14 days', { exact: true }).click()
    const read = async (term: RegExp) => {
      const line = panel.locator('dl > div').filter({ hasText: term })
      return (await line.getByRole('definition').innerText()).trim()
    }
    await expect.poll(() => read(/^Per day/)).toBe('+$0.4364')
    expect(await read(/^Planned earnings/)).toBe('+$6.1096')
    const said = 'Earned by the end of each day: $0.4364 after the first, $6.1096 after 14 days'
    await panel.getByRole('img', { name: said, exact: true }).waitFor()
    await panel.getByText('As a table').click()
    const third = panel.getByRole('table').getByRole('row').nth(3)
    await expect.poll(() => third.innerText()).toContain('$0.436400\t$1.309200')
    await panel.getByLabel('Amount', { exact: true }).fill('500')
    await expect.poll(() => read(/^Per day/)).toBe('+$2.00')
  })

  test('an amount is taken as people write it: receipt, presets and button follow', THOROUGH, async () => {
    const panel = await openForm()
    const amount = panel.getByLabel('Amount', { exact: true })
    for (const typed of ['$500', ' 500.00 ', '500']) {
      await amount.fill(typed)
      await panel.getByRole('button', { name: '$500', exact: true, pressed: true }).waitFor()
    }
    await amount.fill('')
    await amount.pressSequentially('$1 250.5')
    // the sign stands before the field anyway
    expect(await amount.inputValue()).toBe('1 250.5')
    await panel.getByRole('button', { name: 'Invest $1,250.50' }).waitFor()
    await expect.poll(() => panel.innerText()).toContain('+$5.00')
  })

  test('what the server refuses stands at the field that it names', async () => {
    const panel = await openForm()
    await panel.getByLabel('Amount', { exact: true }).fill('500')
    await panel.getByText('30 days').click()
    await changePlan({ durations_copy: '7, 14' })
    const durations = panel.getByRole('radiogroup', { name: 'Duration' })
    await expect.poll(() => durations.innerText()).not.toContain('30')
    await panel.getByRole('button', { name: 'Invest $500.00' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect.poll(() => durations.innerText()).toContain("must be one of the plan's")
    expect(await durations.getAttribute('aria-invalid')).toBe('true')
    await changePlan({})
  })

  test('pressed twice it is sent once; sent again after a lost answer it is done once, and the page does not pretend to know', async () => {
    const before = (await histories()).investments.length
    const panel = await openForm()
    const keys: (string | undefined)[] = []
    await page.route('**/api/save-investment', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort()
    })
    await intercepted(page)
    await panel.getByLabel('Amount', { exact: true }).fill('321')
    await panel.getByRole('button', { name: 'Invest $321.00' }).dblclick()
    const failed = page.getByRole('alertdialog')
    await failed.getByText('it is not known whether this was done').waitFor()
    expect(keys).toHaveLength(1)
    await page.unroute('**/api/save-investment')
    page.on('request', (request) => {
      if (request.url().endsWith('/api/save-investment')) keys.push(request.headers()['idempotency-key'])
    })
    await failed.getByRole('button', { name: 'Okay' }).click()
    await panel.getByRole('button', { name: 'Invest $321.00' }).click()
    await page.waitForURL('**/payment?**')
    expect(keys[1]).toBe(keys[0])
    expect((await histories()).investments).toHaveLength(before + 1)
  })

  test('the form may be closed while it is saved: the way to the payment stays', THOROUGH, async () => {
    const panel = await openForm()
    await panel.getByRole('button', { name: /^Invest \$/ }).click()
    await page.getByText('Going to the payment').waitFor({ state: 'attached' })
    await page.waitForURL('**/payment?**')
  })

  test(
    'a payment link that was altered never shows what it says, alone or together, and the page says so',
    THOROUGH,
    async () => {
      const { path, tranx_id } = await save()
      const changed = { address: ANOTHER, amount: '9.87', wallet: 'Ripple' }
      const right = new URL(path, house.url).searchParams
      const names = ['address', 'amount', 'wallet'] as const
      for (let which = 1; which < 8; which += 1) {
        const altered = names.filter((_, place) => which & (1 << place))
        const query = new URLSearchParams(right)
        for (const name of altered) query.set(name, changed[name])
        // first while the server has not answered
        let answer = () => {}
        const held = new Promise<void>((resolve) => (answer = resolve))
        await page.route('**/api/payment/**', async (route) => {
          await held
          await route.continue()
        })
        await page.goto(`/payment?${query.toString()}`)
        await page.getByRole('heading', { name: 'Payment' }).waitFor()
        const never = [ANOTHER.slice(4, 20), '9.87', 'Ripple']
        for (const value of never) expect(await shownOn()).not.toContain(value)
        expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
        answer()
        await page.getByRole('alert').getByText('was altered').waitFor()
        await page.getByText('Pay exactly').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
        for (const value of never) expect(await page.content(), altered.join()).not.toContain(value)
        expect(await shownOn()).toContain(OUR_BITCOIN)
        expect(await shownOn()).toContain('$500.00')
        await page.getByRole('button', { name: 'Copy the address' }).click()
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(OUR_BITCOIN)
      }
      // and where there is no such payment
      await page.goto(`/payment?tranx_id=${tranx_id}x&amount=9.87&wallet=Ripple&address=${ANOTHER}`)
      await page.getByText('There is no such payment.').waitFor()
      for (const value of [ANOTHER, '9.87', 'Ripple']) expect(await page.content()).not.toContain(value)
      await page.goto(path)
      await page.getByText('Pay exactly').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    },
  )

  test('somebody else’s payment is nothing to pay', THOROUGH, async () => {
    const { path } = await save()
    const stranger = await journey.walker('dark')
    try {
      const other = await journey.join('stranger')
      await signIn(stranger.page, other.email, PASSWORD)
      await stranger.page.goto(path)
      await stranger.page.getByText('There is no such payment.').waitFor()
      expect(await textOf(stranger.page)).not.toContain('500.00')
    } finally {
      await stranger.context.close()
    }
  })

  test('without an amount it leads to the plans after a second', THOROUGH, async () => {
    // what is there for a second is looked for from the page's first moment
    await page.goto('/payment?tranx_id=x', { waitUntil: 'commit' })
    await page.getByText('There is nothing to pay here.').waitFor()
    await page.waitForURL('**/invest')
  })

  test('the payment can be scanned and copied, and saying that it is paid acts at once and leads home after two seconds', async () => {
    const { path } = await save()
    await page.goto(path)
    await page.getByRole('img', { name: 'QR code of the Bitcoin address' }).waitFor()
    await page.getByRole('button', { name: 'Copy the address' }).click()
    await page.getByText('Copied!').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(OUR_BITCOIN)
    await page.getByRole('button', { name: 'I have completed this payment' }).click()
    await page.getByText('Checking your payment').waitFor()
    expect((await histories()).investments[0].status).toBe('waiting approval')
    await page.waitForURL(`${house.url}/`)
  })

  test('an unpaid investment is given up on its page, after having read what that means', THOROUGH, async () => {
    const { id, path } = await save()
    await page.goto(path)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    const summary = page.getByRole('region', { name: 'Cancel this investment?' })
    await expect.poll(() => summary.innerText()).toContain('Your investment of $500.00 ends before it begins')
    // all of it is in sight
    const keep = await summary.getByRole('button', { name: 'Keep it' }).boundingBox()
    expect((keep?.y ?? Number.NaN) + (keep?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await summary.getByRole('button', { name: 'Keep it' }).click()
    expect((await unpaidNow()).map((item) => item.id)).toContain(id)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await summary.getByRole('button', { name: 'Cancel the investment' }).click()
    await page.getByText('You cancelled it. Don’t pay for it anymore.').waitFor()
    expect((await histories()).investments[0]).toMatchObject({ status: 'declined', reason: 'cancelled by investor' })
    expect(await page.getByRole('button', { name: 'I have completed this payment' }).count()).toBe(0)
    expect(await shownOn()).not.toContain(OUR_BITCOIN)
    await page.getByRole('button', { name: 'Okay' }).click()
    await page.getByRole('link', { name: 'See what happened' }).click()
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await expect.poll(() => panel.innerText()).toContain('You cancelled it.')
    expect(await panel.innerText()).not.toMatch(/declined/i)
    expect(await panel.innerText()).toMatch(/\nCancelled\n[^]*\nby you\n/)
  })

  test('an open payment follows its approval', async () => {
    const { id, path } = await save()
    await page.goto(path)
    await page.getByText('Waiting for your payment').waitFor()
    await owner.must(`/api/approve-investment/${id}`)
    await page.getByText('Your investment is approved and earning.').waitFor()
    expect(await page.getByRole('button', { name: 'I have completed this payment' }).count()).toBe(0)
    expect(await shownOn()).not.toContain(OUR_BITCOIN)
    await page.getByRole('link', { name: 'Open the investment' }).click()
    await page.getByRole('dialog', { name: 'Steady' }).getByLabel('Earned so far').waitFor()
  })

  test('an open payment follows its decline, with why, and what came in and is held', async () => {
    const { id, path, tranx_id } = await save()
    await investor.must(`/api/verify-investment/${tranx_id}`)
    await page.goto(path)
    await page.getByText('Checking your payment').waitFor()
    await owner.must(`/api/decline-investment/${id}`, { reason: 'only part of it came in', received: '120' })
    await page.getByText('only part of it came in').waitFor()
    expect(await textOf(page)).toContain('Received anyway $120.00')
    expect(await textOf(page)).toContain('It is held for you until it is refunded or used for another investment.')
    expect(await shownOn()).not.toContain(OUR_BITCOIN)
    await page.getByRole('link', { name: 'See what happened' }).click()
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await expect.poll(() => panel.innerText()).toContain('came in anyway')
    expect(await panel.innerText()).toContain('by an administrator, only part of it came in')
  })

  test(
    'a payment that is waited for again asks for the rest, and for nothing where enough came in before',
    THOROUGH,
    async () => {
      const again = async (received: string) => {
        const { id, path } = await save()
        await owner.must(`/api/decline-investment/${id}`, { reason: 'another sum came in', received })
        const [{ version, created_at: date }] = (await histories()).investments
        const edit = { amount: '500', date, status: 'pending', version, reason: 'it is paid after all' }
        await owner.must(`/api/update-investment/${id}`, edit)
        await page.goto(path)
        await page.getByText('Waiting for your payment').waitFor()
      }
      await again('130')
      expect(await textOf(page)).toContain('Pay exactly $370.00 of $500.00')
      expect(await textOf(page)).toContain('$130.00 came in before and counts toward this payment.')
      expect(await shownOn()).toContain(OUR_BITCOIN)
      await page.goto('/dashboard')
      await page.getByText(/^Pay \$370\.00 by\s/).waitFor()
      await again('620')
      expect(await textOf(page)).toContain(
        '$620.00 came in before and covers this payment: there is nothing more to pay.',
      )
      expect(await shownOn()).not.toContain(OUR_BITCOIN)
    },
  )

  test(
    'the time left to pay runs; over, there is no address any more; expired, the page says so by itself',
    THOROUGH,
    async () => {
      const { id, path } = await save()
      await house.clock.move(23 * HOUR + 50 * MINUTE)
      await page.goto(path)
      const left = page.getByRole('timer')
      await left.waitFor()
      expect(await left.innerText()).toMatch(/^(9:\d\d|10:00)$/)
      const first = await left.innerText()
      await expect.poll(() => left.innerText()).not.toBe(first)
      // the app, which looks every half a minute, has to wait with what is over
      const holder = new pg.Client({ connectionString: house.databaseUrl })
      await holder.connect()
      await holder.query('BEGIN')
      await holder.query('SELECT FROM investment WHERE id = $1 FOR UPDATE', [id])
      await house.clock.move(11 * MINUTE)
      await page.reload()
      await page.getByText('The time to pay is over').waitFor()
      expect(await shownOn()).not.toContain(OUR_BITCOIN)
      await holder.end()
      await house.runJobs()
      await page.getByText('It was not marked as paid in time.').waitFor()
      expect(await page.getByRole('button', { name: 'I have completed this payment' }).count()).toBe(0)
    },
  )

  test('the history hides its balance until it is tapped, has four tabs, and leads to the plans and the withdrawals', async () => {
    await page.goto('/investment')
    await page.getByRole('button', { name: 'click for balance' }).click()
    await page.getByRole('button', { name: /^updated now/ }).waitFor()
    await expect.poll(() => textOf(page)).toContain('$500.00')
    const links = page.getByRole('navigation', { name: 'Investment' }).getByRole('link')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/invest',
      '/withdrawal',
    ])
    const tabs = page.getByRole('tab')
    expect((await tabs.allInnerTexts()).map((text) => text.replaceAll(/\W*\d+$/g, ''))).toEqual([
      'Pending',
      'Active',
      'Completed',
      'Declined',
    ])
    await page.getByRole('tab', { name: /^Declined/ }).click()
    await page.getByRole('list', { name: 'Declined investments' }).getByText('$120.00 held for you').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('No completed investment record available').waitFor()
  })

  test('without records each tab says so, and offers the next step', THOROUGH, async () => {
    const newcomer = await journey.walker('dark')
    try {
      const visitor = await journey.join('newcomer')
      await signIn(newcomer.page, visitor.email, PASSWORD)
      for (const [tab, said] of [
        ['pending', 'No pending investment records found for now'],
        ['active', 'No active investment records found for now'],
        ['completed', 'No completed investment record available'],
        ['declined', 'No declined investment records found for now'],
      ]) {
        await newcomer.page.goto(`/investment?tab=${tab}`)
        await newcomer.page.getByText(said ?? '').waitFor()
        await newcomer.page.getByRole('tabpanel').getByRole('link', { name: 'Choose a plan' }).waitFor()
      }
      expect(newcomer.complaints).toEqual([])
    } finally {
      await newcomer.context.close()
    }
  })

  test('an investment says why it has earned what it has: the formula, who decided, and its postings', async () => {
    await daysPass(house, 2)
    await page.goto('/investment?tab=active')
    await page.getByRole('list', { name: 'Active investments' }).getByRole('button', { name: '$500.00' }).click()
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await panel.getByRole('button', { name: 'Why this number' }).click()
    await panel.getByRole('heading', { name: 'How it is calculated' }).waitFor()
    const read = async (term: string) => panel.locator('dt', { hasText: term }).locator('~ dd').first().innerText()
    expect(await read('Principal')).toBe('$500.00')
    expect(await read('Rate per day')).toBe('0.4%')
    expect(await read('Seconds in a day')).toBe('86,400')
    const once = await formula(read)
    expect(once.earned).toBe((500_000_000n * 4n * BigInt(once.seconds)) / (1000n * 86_400n))
    expect(once.seconds).toBeGreaterThanOrEqual(2 * 86_400)
    await expect.poll(async () => (await formula(read)).seconds).toBeGreaterThan(once.seconds)
    expect(await panel.innerText()).toMatch(/Approved, earning started\s+[A-Z].*\s+by an administrator/)
    await panel.getByRole('heading', { name: 'In the books' }).waitFor()
    await expect.poll(() => panel.innerText()).toContain('Current Investment')
    expect(await stored('selected-investment')).toMatchObject({ status: 'approved' })
  })

  test('after an hour in the background the counter is right at once', THOROUGH, async () => {
    const { id } = await save()
    await owner.must(`/api/approve-investment/${id}`)
    const device = await journey.walker('dark')
    try {
      await signIn(device.page, investor.email, PASSWORD)
      await device.page.clock.install({ time: new Date() })
      await device.page.goto(`/investment?tab=active&panel=details&of=${id}`)
      const counter = device.page.getByRole('dialog', { name: 'Steady' }).getByLabel('Earned so far')
      await counter.waitFor()
      const shown = async () => Number((await counter.innerText()).replaceAll(/[$\s]/g, ''))
      const see = (hidden: boolean) =>
        device.page.evaluate(`(() => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
          document.dispatchEvent(new Event('visibilitychange'))
        })()`)
      await see(true)
      await drawn(device.page)
      const before = await shown()
      // no answer counts from the one clock and not from the other
      const release = await holdBack(device.page, '**/api/**')
      await device.page.clock.fastForward(HOUR)
      await house.clock.move(HOUR)
      expect(await shown()).toBe(before)
      await see(false)
      // 500.00 × 0.4 % ÷ 86,400 × 3,600 = 0.083333, less the seconds for which an answer was on its way
      await expect.poll(async () => (await shown()) - before).toBeGreaterThan(0.083)
      await release()
      const after = await shown()
      expect(after - before).toBeLessThan(0.084)
      const said = (await histories()).investments.find((one: { id: string }) => one.id === id).earned
      expect(Math.abs(after - Number(said))).toBeLessThan(0.0005)
      expect(device.complaints).toEqual([])
    } finally {
      await device.context.close()
    }
  })

  test('an open detail follows: completed by itself, then reinvested once', async () => {
    const [{ id }] = (await histories()).investments.filter(({ status }: { status: string }) => status === 'approved')
    await page.goto(`/investment?tab=active&panel=details&of=${id}`)
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await panel.getByRole('button', { name: /^Reinvest opens/ }).waitFor()
    await daysPass(house, 14)
    await house.clock.move(30 * SECOND)
    await house.runJobs()
    await panel.getByRole('button', { name: 'Reinvest', exact: true }).waitFor()
    await expect.poll(() => panel.innerText()).toContain('Earned +$28.00')
    await panel.getByRole('button', { name: 'Reinvest', exact: true }).click()
    await panel.getByText('This investment has been reinvested.').waitFor()
  })

  test('the bonus is invested at once, up to what there is of it, and leads to what runs', THOROUGH, async () => {
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '150', account: 'bonus', reason: 'Welcome' })
    const panel = await openForm()
    await panel.getByText('Bonus balance, $150.00').click()
    expect(await panel.innerText()).toContain('Back to your bonus balance')
    await panel.getByLabel('Amount', { exact: true }).fill('200')
    await panel.getByRole('button', { name: 'Invest $200.00' }).click()
    await panel.getByText('Your bonus balance is $150.00.').waitFor()
    await panel.getByLabel('Amount', { exact: true }).fill('120')
    await panel.getByRole('button', { name: 'Invest $120.00' }).click()
    await page.waitForURL('**/investment?tab=active')
    await page.getByRole('list', { name: 'Active investments' }).getByText('$120.00').waitFor()
  })

  test('what is paid from the bonus and edited back asks for no payment', THOROUGH, async () => {
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '140', account: 'bonus', reason: 'Welcome' })
    const { id, version, created_at: date, path } = await save({ amount: '140', source: 'bonus' })
    await owner.must(`/api/update-investment/${id}`, { amount: '140', date, status: 'pending', version })
    await save()
    await page.goto('/dashboard')
    await page.getByText(/payments? (is|are) still unpaid/).waitFor()
    expect(await textOf(page)).toContain(`${(await unpaidNow()).length} payment`)
    await page.goto('/investment')
    const rows = page.getByRole('list', { name: 'Pending investments' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.filter({ hasText: '$140.00' }).innerText()).not.toContain('pay within')
    expect(await rows.filter({ hasText: '$500.00' }).first().innerText()).toContain('pay within')
    await page.goto(`/investment?tab=pending&panel=details&of=${id}`)
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await panel.getByText('Waiting for approval').waitFor()
    expect(await panel.innerText()).not.toContain('Waiting for your payment')
    expect(await panel.getByRole('link', { name: 'Pay now' }).count()).toBe(0)
    await page.goto(path)
    await page.getByText('There is no such payment.').waitFor()
    expect(await shownOn()).not.toContain(OUR_BITCOIN)
    const paid = (await unpaidNow()).map((one) => owner.must(`/api/decline-investment/${one.id}`, { reason: 'A test' }))
    await Promise.all(paid)
    await page.goto('/dashboard')
    await page.getByText('Trading activities').waitFor()
    expect(await textOf(page)).not.toContain('still unpaid')
  })

  test('a long history comes in parts', THOROUGH, async () => {
    // Nothing is drawn so many times over meanwhile.
    await page.goto('about:blank')
    for (let count = 0; count < MANY; count += 1) {
      const asked = { plan_id: plan.id, wallet_id: wallet.id, amount: String(1000 + count), duration: 14 }
      await investor.must('/api/save-investment', asked)
    }
    await page.goto('/investment')
    const rows = page.getByRole('list', { name: 'Pending investments' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(50)
    const all = Number((await page.getByRole('tab', { name: /^Pending/ }).innerText()).replaceAll(/\D/g, ''))
    // after a reload the list is read again, and is where it was
    await rows.nth(30).scrollIntoViewIfNeeded()
    const wasAt = await inPage<number>(page, 'return scrollY')
    expect(wasAt).toBeGreaterThan(1000)
    await page.reload()
    await expect.poll(() => inPage<number>(page, 'return scrollY')).toBeCloseTo(wasAt, -1)
    await page.getByRole('button', { name: `Show ${all - 50} more` }).click()
    await expect.poll(() => rows.count()).toBe(all)
  })

  test('whoever scrolls before their place in it is known again goes where they want to', THOROUGH, async () => {
    const rows = page.getByRole('list', { name: 'Pending investments' }).getByRole('listitem')
    await page.goto('/investment')
    await rows.nth(30).scrollIntoViewIfNeeded()
    const release = await holdBack(page, '**/assets/kept-reads-*.js')
    await page.reload()
    await rows.first().waitFor()
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 300)
    const at = () => inPage<number>(page, 'return scrollY')
    await expect.poll(at).toBe(300)
    const kept = page.waitForResponse('**/assets/kept-reads-*.js')
    await release()
    // once it has run, and what it began
    await inPage(page, `return import('${(await kept).url()}').then(() => {})`)
    await drawn(page)
    expect(await at()).toBe(300)
  })

  test('what could not be loaded can be tried again', THOROUGH, async () => {
    await save()
    // a device that has kept nothing yet
    const device = await journey.walker('dark')
    try {
      await device.page.route('**/api/histories', (route) => route.abort())
      await signIn(device.page, investor.email, PASSWORD)
      await device.page.goto('/investment')
      await device.page.getByText('This could not be loaded.').waitFor()
      await device.page.unrouteAll({ behavior: 'wait' })
      await device.page.getByRole('button', { name: 'Try again' }).click()
      await device.page.getByRole('list', { name: 'Pending investments' }).waitFor()
    } finally {
      await device.context.close()
    }
  })

  test('offline the form stays open, and says that nothing was sent', THOROUGH, async () => {
    const before = (await histories()).investments.length
    const device = await journey.walker('dark')
    try {
      await signIn(device.page, investor.email, PASSWORD)
      await device.page.goto('/invest')
      await device.page.getByRole('button', { name: 'Invest now' }).click()
      const form = device.page.getByRole('dialog', { name: 'Invest in Steady' })
      await form.getByRole('button', { name: 'Invest $100.00' }).waitFor()
      // the modal comes a moment after the screen, so that it can say that the line is lost
      const loaded = 'performance.getEntriesByType("resource").some(({ name }) => name.includes("modal-dialog"))'
      await expect.poll(() => device.page.evaluate(loaded)).toBe(true)
      await device.context.setOffline(true)
      await form.getByRole('button', { name: 'Invest $100.00' }).click()
      await device.page.getByRole('alertdialog').getByText('nothing was sent').waitFor()
      await device.page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
      await form.getByRole('button', { name: 'Invest $100.00' }).waitFor()
      expect((await histories()).investments).toHaveLength(before)
    } finally {
      await device.context.close()
    }
  })

  test(
    'without a wallet nothing can be paid in, and without a plan nothing chosen; both come and go by themselves',
    THOROUGH,
    async () => {
      const panel = await openForm()
      await changeWallet(false)
      await panel.getByText('No payment wallet is available at the moment').waitFor()
      await changeWallet(true)
      await panel.getByLabel('Amount', { exact: true }).waitFor()
      await changePlan({ available: false })
      const closed = page.getByRole('dialog', { name: 'Invest', exact: true })
      await closed.getByText('This plan is no longer available.').waitFor()
      await closed.getByRole('button', { name: 'Close' }).click()
      await closed.waitFor({ state: 'detached' })
      await page.getByText('No plans are available at the moment.').waitFor()
      await changePlan({ available: true })
      await page.getByRole('heading', { name: 'Steady', exact: true }).waitFor()
    },
  )

  test('found nothing that the browser complained of, and the books balance', async () => {
    expect(walker.complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})

describe('an identity that was not checked yet', () => {
  test('is said before investing, and when it is tried all the same', THOROUGH, async () => {
    const journey = await openJourney()
    const walker = await journey.walker('light')
    const { page } = walker
    try {
      const investor = await journey.join('investor')
      await signIn(page, investor.email, PASSWORD)
      await page.goto('/invest')
      await page.getByText('You can invest once your identity check is approved.').waitFor()
      expect(await page.getByRole('main').getByRole('link', { name: 'Ask for a check' }).getAttribute('href')).toBe(
        '/kyc',
      )
      // on the button too, before anything is filled in
      expect(await page.getByRole('link', { name: 'Verify identity to invest' }).getAttribute('href')).toBe('/kyc')
      expect(await page.getByRole('button', { name: 'Invest now' }).count()).toBe(0)
      const [{ id: plan }] = (await investor.get('/api/histories')).body.plans
      await page.goto(`/invest?panel=invest&of=${plan}`)
      const form = page.getByRole('dialog', { name: 'Invest in Steady' })
      await form.getByRole('button', { name: 'Invest $100.00' }).waitFor()
      await form.getByText('You can invest once your identity check is approved.').waitFor()
      await page.getByRole('button', { name: 'Invest $100.00' }).click()
      await page.getByRole('alertdialog', { name: 'Failed' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/invest')
      await page.getByRole('button', { name: 'Okay' }).click()
      await page.goto('/invest')
      await askForCheckQuickly(journey.house, investor)
      await page.getByRole('link', { name: 'Identity check under review' }).waitFor()
      await journey.owner.must(`/api/approve-kyc/${investor.id}`)
      await page.getByRole('button', { name: 'Invest now' }).click()
      await form.getByRole('button', { name: 'Invest $100.00' }).waitFor()
    } finally {
      await journey.close()
    }
  })
})

/** The seconds that the formula shows, and what it makes of them in micro-dollars. */
async function formula(read: (term: string) => Promise<string>): Promise<{ seconds: number; earned: bigint }> {
  // twice the same, so that both were read in one second
  for (;;) {
    const seconds = await read('Seconds since')
    const earned = await read('Earned')
    if (seconds !== (await read('Seconds since'))) continue
    return { seconds: Number(seconds.replaceAll(',', '')), earned: BigInt(earned.replaceAll(/\D/g, '')) }
  }
}
