/** @module-tag thorough */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, OWNER, startTestApp, type TestApp } from '../support/app.ts'
import { tellFullStory, type FullStory } from '../support/full-story.ts'
import type { Visitor } from '../support/visitor.ts'
import { DESK, openBrowser, openWalker, PHONE, type Walker } from '../support/browser.ts'
import { holdBack } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { acknowledge, goWithin, signIn, signInByForm, textOf } from '../support/walk.ts'
import { askForCheck } from '../support/identity.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** The whole story, seen from the desk; what the investor does comes over HTTP and appears on the open screen. */
describe('an administrator on a phone', () => {
  let house: TestApp
  let inviter: Visitor
  let investor: Visitor
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    house = await startTestApp()
    inviter = house.visitor()
    investor = house.visitor()
    walker = await openWalker(browser, house.url, 'dark', { kept: true })
    page = walker.page
  })
  afterAll(async () => {
    await walker.context.close()
    await house.close()
  })

  const balance = async (who: Visitor) => (await who.get('/api/balance')).body
  const own = async (who: Visitor, list: string) => (await who.get('/api/histories')).body[list]
  /** Opens the newest record of a list by its amount. */
  const openRecord = (amount: string) => page.getByRole('table').getByRole('button', { name: amount }).first().click()
  /** The summary first, then the decision. */
  const decide = async (word: string) => {
    await page.getByRole('button', { name: word, exact: true }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).waitFor()
    await page.getByRole('button', { name: word, exact: true }).click()
    await acknowledge(page)
  }

  test('signs in to the desk', async () => {
    await signInByForm(page, OWNER.email, OWNER.password)
    await page.getByText('Currently using Admin account for').waitFor()
    await page.getByText(OWNER.name).first().waitFor()
  })

  test('finds every tab of every history empty, in words', async () => {
    const empty: [path: string, pending: string, active: string, completed: string][] = [
      [
        '/admin-investments',
        'No pending investment records found for now',
        'No active investment records found for now',
        'No completed investment record available',
      ],
      [
        '/admin-withdrawals',
        'No pending Withdrawal records found for now',
        'No active Withdrawal records found for now',
        'No completed Withdrawals record available',
      ],
      [
        '/admin-referrals',
        'No pending referral records found for now',
        'No active referral records found for now',
        'No completed referrals record available',
      ],
    ]
    for (const [path, pending, active, completed] of empty) {
      await page.goto(path)
      await page.getByText(pending, { exact: true }).waitFor()
      await page.getByRole('tab', { name: 'Active' }).click()
      await page.getByText(active, { exact: true }).waitFor()
      await page.getByRole('tab', { name: 'Completed' }).click()
      await page.getByText(completed, { exact: true }).waitFor()
    }
  })

  test('adds a payment wallet, and is told when its address has a wrong checksum', async () => {
    await page.goto('/wallets')
    await page.getByText('No wallets available yet!').waitFor()
    await page.getByRole('button', { name: 'Create wallet' }).click()
    const panel = page.getByRole('dialog', { name: 'Create wallet' })
    await panel.getByLabel('Wallet name').fill('Bitcoin')
    await panel.getByLabel('Wallet address').fill(OUR_BITCOIN.replace(/u$/, 'v'))
    await panel.getByRole('button', { name: 'Create wallet' }).click()
    await panel.getByText('This address is mistyped: its checksum does not match. Copy it again, whole.').waitFor()
    await panel.getByLabel('Wallet address').fill(OUR_BITCOIN)
    await panel.getByRole('button', { name: 'Create wallet' }).click()
    await acknowledge(page)
    await page.getByRole('heading', { name: 'Bitcoin', exact: true }).waitFor()
  })

  test('is asked for the network of an address that several networks write alike', async () => {
    await page.goto('/wallets?panel=create-wallet')
    const panel = page.getByRole('dialog', { name: 'Create wallet' })
    await panel.getByLabel('Wallet name').fill('USDC')
    const network = panel.getByLabel('Network')
    const chosen = () => network.locator('option:checked').textContent()
    await panel.getByLabel('Wallet address').fill(OUR_BITCOIN)
    expect(await chosen()).toBe('Detected from the address: Bitcoin')
    await panel.getByLabel('Wallet address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    expect(await chosen()).toBe('Choose the network')
    await panel.getByText('Addresses on Ethereum, BNB Smart Chain, and Polygon look alike').waitFor()
    await panel.getByRole('button', { name: 'Create wallet' }).click()
    await panel
      .getByText('Choose the network: Ethereum, BNB Smart Chain, and Polygon write their addresses alike.')
      .waitFor()
    expect(await network.getAttribute('aria-invalid')).toBe('true')
    await network.selectOption({ label: 'Polygon' })
    expect(await network.getAttribute('aria-invalid')).toBe(null)
  })

  const MISSING = 'This field is required.'
  test.each([
    ['/wallets', 'create-wallet', 'Create wallet', ['Wallet name', 'Wallet address']],
    [
      ...(['/plans', 'create-plan', 'Create Plan'] as const),
      ['Name', 'Minimum amount', 'Maximum amount', 'Durations', 'Rate per day, %', 'Referral bonus, %'],
    ],
  ])(
    'on %s is told at every field at once what is missing, and is taken to the first',
    async (path, of, word, fields) => {
      await page.goto(`${path}?panel=${of}`)
      const panel = page.getByRole('dialog', { name: word })
      await panel.getByRole('button', { name: word }).click()
      const [first = '', ...rest] = fields
      await expect.poll(() => panel.getByText(MISSING).count()).toBe(fields.length)
      for (const label of rest) {
        expect(await panel.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
      }
      expect(await inPage(page, 'return document.activeElement.labels[0].innerText')).toBe(first)
      // what is filled in is no longer said to be missing
      await panel.getByLabel(first, { exact: true }).fill('Another')
      await expect.poll(() => panel.getByText(MISSING).count()).toBe(fields.length - 1)
    },
  )

  test('adds a plan, and sees its rate per year beside the rate per day', async () => {
    await page.goto('/plans')
    await page.getByText('No plans available yet!').waitFor()
    await page.getByRole('button', { name: 'Create Plan' }).click()
    const panel = page.getByRole('dialog', { name: 'Create Plan' })
    await panel.getByLabel('Name', { exact: true }).fill('Steady')
    await panel.getByLabel('Minimum amount').fill('100')
    await panel.getByLabel('Maximum amount').fill('5000')
    await panel.getByLabel('Durations').fill('7 days, 2 weeks, 1 month')
    await panel.getByLabel('Rate per day, %', { exact: true }).fill('0.4')
    await panel.getByText('146% a year').waitFor()
    await panel.getByLabel('Referral bonus, %').fill('5')
    await panel.getByRole('button', { name: 'Create Plan' }).click()
    await acknowledge(page)
    await page.getByRole('heading', { name: 'Steady', exact: true }).waitFor()
    expect(await own(await house.owner(), 'plans')).toMatchObject([
      { name: 'Steady', durations: [7, 14, 30], daily_roi: '0.4' },
    ])
  })

  test('approves the identity of somebody who has just asked for it', async () => {
    await inviter.join('inviter')
    await investor.join('investor', { referral: 'inviter' })
    await page.goto('/admin-kyc')
    await page
      .getByText(/nobody|no one|no identity|nothing/i)
      .first()
      .waitFor()
    await askForCheck(investor)
    await page.getByText('investor@mail.plumb.test').first().waitFor()
    await page.getByRole('button', { name: 'investor', exact: true }).click()
    await page.getByRole('button', { name: 'Approve investor' }).click()
    const form = page.getByRole('dialog', { name: 'Approve identity check' })
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    await form.getByRole('button', { name: 'Approve investor' }).click()
    await acknowledge(page)
    expect((await investor.get('/api/kyc')).body.state).toBe('approved')
  })

  test('sees an investment come in on the open screen, and approves it', async () => {
    await page.goto('/admin-investments')
    await page.getByText('No pending investment records found for now').waitFor()
    const [plan] = await own(investor, 'plans')
    const [wallet] = await own(investor, 'wallets')
    const { r_url } = await investor.must('/api/save-investment', {
      plan_id: plan.id,
      wallet_id: wallet.id,
      amount: '500',
      duration: 14,
    })
    await investor.must(`/api/verify-investment/${new URLSearchParams(r_url).get('tranx_id')}`)
    await page.getByText('investor@mail.plumb.test').first().waitFor()
    await openRecord('$500.00')
    await page.getByText('After approval we owe investor $500.00 and $2.00 a day.').waitFor()
    await decide('Approve $500.00')
    expect((await own(investor, 'investments'))[0].status).toBe('approved')
  })

  test('approves the referral that came of it', async () => {
    await page.goto('/admin-referrals')
    await openRecord('$25.00')
    await page.getByText('Upliner').first().waitFor()
    await page.getByText('Downliner').first().waitFor()
    await decide('Approve $25.00')
    expect((await balance(inviter)).ref_bal).toBe('25.00')
  })

  test('approves a withdrawal and marks it as paid', async () => {
    await daysPass(house, 10)
    await page.goto('/admin-withdrawals')
    await investor.must('/api/withdraw', {
      amount: '20',
      source: 'investment',
      wallet_address: THEIR_BITCOIN,
      wallet_name: 'Bitcoin',
    })
    await openRecord('$20.00')
    await decide('Approve $20.00')
    await page.goto('/admin-withdrawals?tab=active')
    await openRecord('$20.00')
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByLabel('Transaction id').fill('b'.repeat(64))
    await page.getByRole('button', { name: 'Mark $20.00 as paid' }).click()
    await acknowledge(page)
    expect((await own(investor, 'withdrawals'))[0]).toMatchObject({ status: 'completed', txid: 'b'.repeat(64) })
  })

  test('sees the account with its exact figures after maturity, and tops it up with a reason', async () => {
    await daysPass(house, 4)
    await house.clock.move(30 * SECOND)
    await house.runJobs()
    await page.goto('/list-users')
    await page.getByRole('link', { name: 'View user investor' }).click()
    await page.getByText('$508.00').first().waitFor()
    await page
      .getByText(/^Protected · set/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Top up' }).click()
    const panel = page.getByRole('dialog', { name: /top up/i })
    await panel.getByLabel('Amount').fill('12.50')
    await panel.getByLabel('Reason').fill('For the delay of last week')
    await panel.getByRole('button', { name: /top up/i }).click()
    await acknowledge(page)
    await page.getByText('$520.50').first().waitFor()
    expect((await balance(investor)).account_balance).toBe('520.50')
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    // Chromium reports every refused request: what was wrong above was said before it was sent.
    expect(walker.complaints).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})

/** The places of the administrators' menu, in its order, each with the heading of its screen. */
const PLACES: [label: string, path: string, heading: string][] = [
  ['Users Investments', '/admin-investments', 'Investments History'],
  ['Users Withdrawal', '/admin-withdrawals', 'Withdrawals History'],
  ['Users Referral', '/admin-referrals', 'Referrals History'],
  ['Users List', '/list-users', 'Users List'],
  ['Investment Plans', '/plans', 'Investment Plans'],
  ['Payment Wallets', '/wallets', 'Payment Wallets'],
  ['Send Mail', '/admin-mail', 'Send Mail'],
]
const STATUS = /waiting approval|pending|approved|completed|declined/i

/** What each screen says and offers, with a record in every state behind it. */
describe('a desk with everything on it', () => {
  let story: FullStory
  beforeAll(async () => {
    story = await tellFullStory()
  })
  afterAll(() => story.house.close())

  describe('on a phone', () => {
    let walker: Walker
    let page: Page
    beforeAll(async () => {
      walker = await openWalker(browser, story.house.url, 'light')
      page = walker.page
      await page.setViewportSize(DESK)
      await signIn(page, OWNER.email, OWNER.password)
    })
    afterAll(() => walker.context.close())

    const table = (name?: string) => page.getByRole('table', name === undefined ? {} : { name })
    const columnsOf = async (name: string) => {
      await table(name).getByRole('columnheader').first().waitFor()
      return table(name).getByRole('columnheader').allInnerTexts()
    }
    const rows = () => table().locator('tbody').getByRole('row')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    /** The record that stands open beside its list. */
    const beside = () => page.getByRole('complementary').last()

    test('has its menu in order, each place leading to its screen, then the profile and the ways out', async () => {
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await goWithin(page, '/dashboard?panel=menu')
      await menu.getByRole('link', { name: 'Send Mail' }).waitFor()
      const labels = (await menu.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]?.trim())
      expect(labels.slice(0, 7)).toEqual(PLACES.map(([label]) => label))
      await menu.getByText(`© ${new Date().getFullYear()} Plumb`).waitFor()
      await menu.getByText(OWNER.name).waitFor()
      await menu.getByRole('switch', { name: 'Dark mode' }).waitFor()
      await menu.getByRole('button', { name: 'Switch to user' }).waitFor()
      await menu.getByRole('button', { name: 'Log Out' }).waitFor()
      for (const [label, path, title] of [...PLACES, ['Profile', '/profile', 'Profile'] as const]) {
        await menu.getByRole('link', { name: label }).click()
        await page.waitForURL((url) => url.pathname === path)
        await heading(title).waitFor()
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
      }
    })

    test('has users, Investment, Home, withdrawals and Support in the bottom bar of a phone', async () => {
      await page.setViewportSize(PHONE)
      try {
        await goWithin(page, '/profile')
        const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
        const ways: [label: string, path: string][] = [
          ['Users', '/list-users'],
          ['Investment', '/admin-investments'],
          ['Home', '/'],
          ['Withdrawals', '/admin-withdrawals'],
        ]
        await links.first().waitFor()
        expect((await links.allInnerTexts()).map((text) => text.split('\n').at(-1))).toEqual([
          ...ways.map(([label]) => label),
          'Support',
        ])
        for (const [place, [, path]] of ways.entries()) {
          await links.nth(place).click()
          await page.waitForURL((url) => url.pathname === path)
        }
      } finally {
        await page.setViewportSize(DESK)
      }
    })

    test('has its dashboard at / and /dashboard, where an invitation leads too, without quick actions', async () => {
      for (const path of ['/', '/dashboard', '/invitation?referral=investor']) {
        await page.goto(path)
        await page.getByText('Currently using Admin account for').waitFor()
        await heading('DASHBOARD').waitFor()
        expect(await textOf(page)).toContain(`Currently using Admin account for ${OWNER.name}`)
        expect(await page.getByRole('navigation', { name: 'Quick actions' }).count()).toBe(0)
      }
    })

    test('has none of the screens of investors', async () => {
      for (const path of ['/invest', '/payment', '/investment', '/withdrawal', '/referral', '/market', '/kyc']) {
        await goWithin(page, path)
        await page.waitForURL((url) => url.pathname === '/')
        await page.getByText('Currently using Admin account for').waitFor()
      }
    })

    test('has three histories in three tabs each: what waits, what is approved, then completed and declined together', async () => {
      const pending = ['pending']
      const histories: [path: string, title: string, waits: string[]][] = [
        ['/admin-investments', 'Investments History', ['pending', 'waiting approval']],
        ['/admin-withdrawals', 'Withdrawals History', pending],
        ['/admin-referrals', 'Referrals History', pending],
      ]
      for (const [path, title, waits] of histories) {
        const tabs: [name: string, statuses: string[]][] = [
          ['Pending', waits],
          ['Active', ['approved']],
          ['Completed', path === '/admin-referrals' ? ['declined'] : ['completed', 'declined']],
        ]
        await goWithin(page, path)
        await heading(title).waitFor()
        const names = await page.getByRole('tab').allInnerTexts()
        expect(names.map((name) => name.replaceAll(/[\d\s]/g, ''))).toEqual(tabs.map(([name]) => name))
        for (const [name, statuses] of tabs) {
          await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
          const shown = async () => {
            const texts = await rows().allInnerTexts()
            return [...new Set(texts.map((text) => STATUS.exec(text)?.[0].toLowerCase() ?? text))].toSorted((a, b) =>
              a.localeCompare(b),
            )
          }
          await expect.poll(shown, { message: `${path} ${name}` }).toEqual(statuses)
        }
      }
    })

    test('shows in a history the amount, the date, the user’s name and e-mail, and opens a record by a tap', async () => {
      const items: [path: string, amount: string, name: string, panel: string][] = [
        ['/admin-investments?tab=active', '$2,500.00', '$2,500.00 by investor', 'Investment'],
        ['/admin-withdrawals?tab=active', '$80.00', '$80.00 to investor', 'Withdrawal'],
      ]
      for (const [path, amount, name, panel] of items) {
        await goWithin(page, path)
        const row = rows().filter({ has: page.getByRole('button', { name }) })
        await row.waitFor()
        expect(await row.innerText()).toContain(amount)
        expect(await row.innerText()).toMatch(/investor\s+investor@mail\.plumb\.test/)
        expect(await row.innerText()).toMatch(/[A-Z][a-z]{2} \d{1,2}, 2026/)
        await row.getByRole('button', { name }).click()
        await page.getByRole('complementary', { name: panel }).getByText(amount).first().waitFor()
      }
    })

    test('calls who invited Upliner and who was invited Downliner', async () => {
      await goWithin(page, `/admin-referrals?panel=referral&of=${story.shown.referral.pending}`)
      await rows().first().waitFor()
      expect(await rows().first().innerText()).toMatch(/investor@mail\.plumb\.test[\s\S]*friend@mail\.plumb\.test/)
      expect((await columnsOf('Referrals History')).join(' ')).toContain('Upliner Downliner')
      await beside().getByText('Upliner', { exact: true }).waitFor()
      expect(await beside().innerText()).toMatch(/Upliner\s+investor\s[\s\S]*Downliner\s+\w+-friend\s/)
    })

    test('offers approve and decline for what waits, and for nothing else', async () => {
      const { investment, withdrawal, referral } = story.shown
      const offered: Record<string, string[]> = {
        investment: ['pending', 'waiting'],
        withdrawal: ['pending'],
        referral: ['pending'],
      }
      for (const [kind, records] of Object.entries({ investment, withdrawal, referral })) {
        for (const [state, id] of Object.entries(records)) {
          await goWithin(page, `/admin-${kind}s?panel=${kind}&of=${id}`)
          await beside()
            .getByRole('link', { name: /^Account of/ })
            .first()
            .waitFor()
          const may = offered[kind]?.includes(state) ? 1 : 0
          const words = `${kind}, ${state}`
          expect(
            await beside()
              .getByRole('button', { name: /^Approve \$/ })
              .count(),
            words,
          ).toBe(may)
          expect(await beside().getByRole('button', { name: 'Decline', exact: true }).count(), words).toBe(may)
        }
      }
    })

    test('edits amount and date, and the status to pending, approved, completed or declined', async () => {
      const { investment, withdrawal } = story.shown
      for (const [kind, id] of [
        ['investment', investment.approved] as const,
        ['withdrawal', withdrawal.approved] as const,
      ]) {
        await goWithin(page, `/admin-${kind}s?tab=active&panel=edit-${kind}&of=${id}`)
        await beside().getByLabel('Amount', { exact: true }).waitFor()
        await beside().getByLabel('Date', { exact: true }).waitFor()
        const choices = beside().getByRole('radiogroup', { name: 'Status' }).locator('label')
        expect((await choices.allInnerTexts()).map((text) => text.toLowerCase())).toEqual([
          ...['pending', 'approved', 'completed', 'declined'],
        ])
      }
    })

    test('shows pending in yellow, approved in green, completed in grey and declined in red', async () => {
      /** What colour a person would call it, of the red, green and blue that are shown. */
      const colourOf = ([red, green, blue]: number[]) => {
        const [r = 0, g = 0, b = 0] = [red, green, blue]
        if (Math.max(r, g, b) - Math.min(r, g, b) < 25) return 'grey'
        if (g > r && g > b) return 'green'
        return g > 0.6 * r && b < 0.7 * g ? 'yellow' : 'red'
      }
      const seen: Record<string, string> = {}
      for (const tab of ['pending', 'active', 'completed']) {
        await goWithin(page, `/admin-investments?tab=${tab}`)
        await rows().first().waitFor()
        const pills = await inPage<[string, string][]>(
          page,
          `return [...document.querySelectorAll('tbody span.rounded-full.text-12')].map((pill) => {
             const probe = (colour) => {
               const canvas = document.createElement('canvas').getContext('2d')
               canvas.fillStyle = colour
               canvas.fillRect(0, 0, 1, 1)
               return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ')
             }
             return [pill.innerText, probe(getComputedStyle(pill).color)]
           })`,
        )
        for (const [text, colour] of pills) seen[text.trim().toLowerCase()] = colourOf(colour.split(' ').map(Number))
      }
      expect(seen).toEqual({
        ...{ pending: 'yellow', 'waiting approval': 'yellow', approved: 'green' },
        ...{ completed: 'grey', declined: 'red' },
      })
    })

    test('keeps on the device the record that each panel showed last, and offers it again', async () => {
      const { approved } = story.shown.investment
      const opens: [path: string, name: string][] = [
        ['/admin-investments?tab=active', '$2,500.00 by investor'],
        ['/admin-withdrawals?tab=active', '$80.00 to investor'],
        ['/admin-referrals?tab=active', '$50.00 to investor'],
        ['/plans', 'Update plan Steady'],
        ['/wallets', 'Update wallet Bitcoin'],
      ]
      for (const [path, name] of opens) {
        await goWithin(page, path)
        await page.getByRole('button', { name, exact: true }).click()
        await page.waitForURL(/panel=/)
      }
      const kept = () =>
        inPage<Record<string, { id: string }>>(page, `return JSON.parse(localStorage.getItem('selected-admin-record'))`)
      expect(Object.keys(await kept()).toSorted((a, b) => a.localeCompare(b))).toEqual([
        ...['investment', 'referral', 'update-plan', 'update-wallet', 'withdrawal'],
      ])
      expect((await kept())['investment']?.id).toBe(approved)
      await goWithin(page, '/admin-investments')
      await page.getByRole('button', { name: 'Last opened: $2,500.00 by investor' }).click()
      await page.getByRole('complementary', { name: 'Investment' }).getByText('$2,500.00').first().waitFor()
    })

    test('shows an account: loading..., three balances, Top up and Deduct, and who it is', async () => {
      const letGo = await holdBack(page, '**/api/view-user/*')
      await goWithin(page, `/view-account/${story.investor.id}`)
      await page.getByRole('status').filter({ hasText: 'loading...' }).waitFor()
      await letGo()
      await heading('investor').waitFor()
      const { investment_balance, active_investment, referral_balance } = (
        await story.owner.get(`/api/view-user/${story.investor.id}`)
      ).body
      expect(Number(active_investment)).toBe(2500)
      const text = await textOf(page)
      const cards: [label: string, amount: string][] = [
        ['Withdrawable Balance', String(Number(investment_balance) + Number(referral_balance))],
        ['Active Deposit', active_investment],
        ['Referral Profit', referral_balance],
      ]
      for (const [label, amount] of cards) {
        const dollars = Math.floor(Number(amount)).toLocaleString('en-US')
        expect(text).toContain(`${label} $${dollars}.`)
      }
      await page.getByRole('button', { name: 'Top up', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Deduct', exact: true }).waitFor()
      for (const term of ['Email', 'Phone', 'Country']) await page.getByText(term, { exact: true }).first().waitFor()
      expect(text).toContain('investor@mail.plumb.test')
      expect(text).toMatch(/Password Protected · set/)
    })

    test('shows an account’s investments, withdrawals and referrals in tables, each record to view and to edit', async () => {
      await goWithin(page, `/view-account/${story.investor.id}`)
      expect(await columnsOf('Investments')).toEqual(['Amount', 'Date', 'Status', 'Wallet', 'View', 'Edit'])
      expect(await columnsOf('Withdrawals')).toEqual([
        ...['Amount', 'Wallet', 'Address', 'View', 'Date', 'Status', 'Edit'],
      ])
      expect(await columnsOf('Referrals')).toEqual(['Downliner email', 'Amount', 'View', 'Date', 'Status'])
      const opens: [of: string, link: string, panel: string][] = [
        ['Investments', 'View $2,500.00', 'Investment'],
        ['Investments', 'Edit $2,500.00', 'Edit investment'],
        ['Withdrawals', 'View $80.00', 'Withdrawal'],
        ['Withdrawals', 'Edit $80.00', 'Edit withdrawal'],
        ['Referrals', 'View $50.00', 'Referral'],
      ]
      for (const [of, link, panel] of opens) {
        await table(of).getByRole('link', { name: link }).first().click()
        await page.getByRole('dialog', { name: panel, exact: true }).waitFor()
        await page.goBack()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    })

    test('lists users by name, e-mail, the way to their account, phone, country, and how their password stands', async () => {
      await goWithin(page, '/list-users')
      expect(await columnsOf('Users')).toEqual([
        ...['Name', 'Email, phone', 'Balance', 'Invested', 'Identity'],
        ...['Joined, country', 'Signed in last, password', 'Account'],
      ])
      const view = table('Users').getByRole('link', { name: 'View user investor' })
      expect(await view.getAttribute('href')).toBe(`/view-account/${story.investor.id}`)
      const row = rows().filter({ has: page.getByRole('link', { name: 'View user investor' }) })
      expect(await row.innerText()).toMatch(/investor@mail\.plumb\.test[\s\S]*Protected · set[\s\S]*View user/)
    })

    test('shows each plan with its limits, bonus and durations, and each wallet with its address, and adds another', async () => {
      await goWithin(page, '/plans')
      await page.getByRole('button', { name: 'Create Plan Add new investment plan' }).waitFor()
      await page.getByRole('heading', { name: 'plans History', exact: true }).waitFor()
      const plan = page.getByRole('listitem').filter({ hasText: 'Steady' })
      await plan.waitFor()
      expect((await plan.innerText()).replaceAll(/\s+/g, ' ')).toContain(
        'Minimum amount $100.00 Maximum amount $5,000.00 Referral bonus 5% Leave early full deposit back, no earnings Durations 7, 14, 30 days',
      )
      await goWithin(page, '/wallets')
      await page.getByRole('button', { name: 'Create wallet Add new payment wallet' }).waitFor()
      await page.getByRole('heading', { name: 'existing payment wallets', exact: true }).waitFor()
      const wallet = page.getByRole('listitem').filter({ hasText: 'Bitcoin' })
      await wallet.waitFor()
      expect((await wallet.innerText()).replaceAll(/\s+/g, '')).toContain(OUR_BITCOIN)
    })

    test('sends a mail by its title, content and one receiver’s address, and says sending... meanwhile', async () => {
      await goWithin(page, '/admin-mail')
      const receiver = page.getByLabel('Receiver email')
      expect(await receiver.getAttribute('type')).toBe('email')
      await receiver.fill('investor@mail.plumb.test')
      await page.getByLabel('Mail Title').fill('Good morning')
      await page.getByLabel('Content').fill('All is well.')
      const letGo = await holdBack(page, '**/api/send-mail')
      await page.getByRole('button', { name: 'Send Mail', exact: true }).click()
      await page.getByRole('button', { name: 'sending...', exact: true }).waitFor()
      await letGo()
      await acknowledge(page)
    })

    test('changes a plan and a wallet, each in its panel', async () => {
      await goWithin(page, '/plans')
      await page.getByRole('button', { name: 'Update plan Long haul', exact: true }).click()
      const plan = page.getByRole('dialog', { name: 'Update plan' })
      await plan.getByLabel('Description').fill('For those who can wait a year.')
      await plan.getByRole('button', { name: 'Update plan' }).click()
      await acknowledge(page)
      await page.getByText('For those who can wait a year.').waitFor()
      await goWithin(page, '/wallets')
      await page.getByRole('button', { name: /^Update wallet Ethereum/ }).click()
      const wallet = page.getByRole('dialog', { name: 'Update wallet' })
      await wallet.getByLabel('Wallet name').fill('Ethereum again')
      await wallet.getByRole('button', { name: 'Update wallet' }).click()
      await acknowledge(page)
      await page.getByRole('heading', { name: 'Ethereum again', exact: true }).waitFor()
    })

    test('says Sending... in a modal while money is deducted, then how it went', async () => {
      const account = `/api/view-user/${story.investor.id}`
      const before = Number((await story.owner.get(account)).body.bonus_balance)
      await story.owner.must(`/api/topup-user/${story.investor.id}`, {
        amount: '3',
        account: 'bonus',
        reason: 'A gift',
      })
      await goWithin(page, `/view-account/${story.investor.id}?panel=deduct`)
      const panel = page.getByRole('dialog', { name: 'Deduct' })
      await panel.getByLabel('Amount').fill('1')
      await panel.getByText('Bonus balance', { exact: true }).click()
      await panel.getByLabel('Reason').fill('Given by mistake')
      const letGo = await holdBack(page, '**/api/deduct-user/*')
      await panel.getByRole('button', { name: 'Deduct' }).click()
      const modal = page.getByRole('dialog', { name: 'Sending...' })
      await modal.getByText('We are processing this request, please wait!').waitFor()
      await modal.getByRole('button', { name: 'Close' }).waitFor()
      expect((await modal.boundingBox())?.width).toBe(320)
      await letGo()
      await acknowledge(page)
      expect(Number((await story.owner.get(account)).body.bonus_balance)).toBe(before + 2)
    })

    test('found nothing that the browser complained of, and the books balance', async () => {
      expect(walker.complaints).toEqual([])
      expect(await story.house.problems()).toEqual([])
    })
  })
})
