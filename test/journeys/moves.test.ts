/** @module-tag thorough */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { Hand } from '../support/hand.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { addPendingInvestments } from '../support/pending-investments.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn, toastOn } from '../support/walk.ts'

const TEN = 10

/** Moves that each main job takes, and took before they were looked at; docs/moves.md says of each which they are. */
const JOBS = {
  'sign in, invest and mark it as paid': { most: 10, before: 10 },
  withdraw: { most: 5, before: 5 },
  'check a number': { most: 2, before: 2 },
  invite: { most: 2, before: 2 },
  'find a person by a transaction id': { most: 4, before: 5 },
  'correct an amount': { most: 7, before: 8 },
  'approve ten investments': { most: 4, before: 4 },
  'pay ten withdrawals': { most: 5, before: 60 },
  'answer “why is my balance this”': { most: 4, before: null },
  'block somebody': { most: 6, before: 8 },
} satisfies Record<string, { most: number; before: number | null }>
type Job = keyof typeof JOBS

let journey: Journey
let owner: Visitor
beforeAll(async () => {
  journey = await openJourney({ env: { KYC: 'off' } })
  owner = journey.owner
})
afterAll(() => journey.close())

const WAYS = [
  { way: 'in the fewest moves', person: 'tessa', keysAlone: false },
  { way: 'by keyboard alone', person: 'kim', keysAlone: true },
]

// both each time would be a minute: `npm run test:long` goes both
describe.each(process.env['WAYS'] === 'all' ? WAYS : WAYS.slice(0, 1))(
  'each of the ten main jobs is done $way',
  ({ person, keysAlone }) => {
    const taken: Partial<Record<Job, number>> = {}
    let investor: Visitor
    let phone: Walker
    let desk: Walker

    beforeAll(async () => {
      investor = await journey.join(person)
      await owner.must(`/api/topup-user/${investor.id}`, { amount: '200', reason: 'For the delay of last week' })
      await addPendingInvestments(journey.house, { of: [investor.id], count: TEN })
      phone = await journey.walker('light')
      desk = await journey.walker('light')
      await desk.page.setViewportSize(DESK)
      await signIn(desk.page, OWNER.email, OWNER.password)
    })

    const counted = async (job: Job, { page }: Walker, steps: (hand: Hand) => Promise<unknown>) => {
      const hand = new Hand(page, { keysAlone })
      await steps(hand)
      taken[job] = hand.moves
      if (!keysAlone) expect(hand.moves, job).toBe(JOBS[job].most)
    }
    /** From the home of the investor, where signing in leads. */
    const onPhone = async (job: Job, steps: (hand: Hand) => Promise<unknown>) => {
      await phone.page.goto('/dashboard')
      await phone.page
        .getByRole('list', { name: 'Balances' })
        .getByRole('button', { name: /balance/ })
        .first()
        .waitFor()
      await counted(job, phone, steps)
    }
    /** From the dashboard of the desk. */
    const onDesk = async (job: Job, steps: (hand: Hand) => Promise<unknown>) => {
      await desk.page.goto('/dashboard')
      await desk.page.getByRole('heading', { name: /^Waiting/ }).waitFor()
      await counted(job, desk, steps)
    }
    const histories = async () => (await investor.get('/api/histories')).body
    const waiting = async () =>
      (await owner.get('/api/admin/investments?limit=100&status=waiting%20approval')).body.items
    const find = async (hand: Hand, what: string) => {
      await hand.press('Control+k')
      await hand.type(what, desk.page.getByRole('combobox'))
      await hand.press('Enter')
    }

    test('an investor signs in, invests and marks it as paid', async () => {
      const { page } = phone
      await page.goto('/')
      const email = page.getByLabel('Email', { exact: true })
      const password = page.getByLabel('Password', { exact: true })
      await counted('sign in, invest and mark it as paid', phone, async (hand) => {
        await hand.tap(email)
        await hand.type(investor.email, email)
        await hand.tap(password)
        await hand.type(PASSWORD, password)
        await hand.press('Enter')
        await page.waitForURL('**/dashboard')
        await hand.tap(page.getByRole('link', { name: 'Invest', exact: true }).first())
        await hand.tap(page.getByRole('button', { name: 'Invest now' }))
        await hand.tap(page.getByRole('button', { name: /^Invest \$/ }))
        await page.waitForURL('**/payment?**')
        await hand.tap(page.getByRole('button', { name: 'Okay' }))
        await hand.tap(page.getByRole('button', { name: 'I have completed this payment' }))
        await expect.poll(async () => (await histories()).investments[0].status).toBe('waiting approval')
        await page.waitForURL(({ pathname }) => pathname === '/')
      })
      // what waits besides is counted by its number
      const [{ id }] = (await histories()).investments
      await owner.must(`/api/decline-investment/${id}`, { reason: 'Nothing has come in' })
    })

    test('an investor withdraws', async () => {
      const { page } = phone
      await onPhone('withdraw', async (hand) => {
        await hand.tap(page.getByRole('link', { name: 'Withdraw', exact: true }).first())
        await hand.tap(page.getByRole('button', { name: '25%', exact: true }))
        const address = page.getByRole('textbox', { name: 'Wallet address' })
        await hand.tap(address)
        await hand.type(THEIR_BITCOIN, address)
        await hand.tap(page.getByRole('button', { name: /^Withdraw \$/ }))
        await expect.poll(async () => (await histories()).withdrawals.length).toBe(1)
        await page.getByRole('button', { name: 'Okay' }).waitFor()
      })
      const [{ id, amount }] = (await histories()).withdrawals
      expect(amount).toBe('50.00')
      await owner.must(`/api/decline-withdrawal/${id}`, { reason: 'A test' })
    })

    test('an investor sees what a number is made of', async () => {
      const { page } = phone
      const card = page.getByRole('list', { name: 'Balances' }).getByRole('listitem').first()
      await onPhone('check a number', async (hand) => {
        await hand.tap(card.getByRole('button', { name: 'click for balance' }))
        await hand.tap(card.getByRole('button', { name: 'Why?' }))
        const story = page.getByRole('dialog', { name: 'Why this number' })
        await story.getByRole('list', { name: 'Postings' }).waitFor()
        const { balance } = (await investor.get('/api/story/earnings?limit=100')).body
        await story
          .getByText(showUsd(fromWire(balance)), { exact: true })
          .first()
          .waitFor()
      })
    })

    test('an investor invites', async () => {
      const { page } = phone
      const copied = () => page.evaluate('navigator.clipboard.readText()')
      await page.goto('/dashboard')
      await page.evaluate('navigator.clipboard.writeText("")')
      await onPhone('invite', async (hand) => {
        await hand.tap(page.getByRole('link', { name: 'Referral', exact: true }).first())
        await hand.tap(page.getByRole('button', { name: 'Copy the invitation' }).first())
        await expect.poll(copied).toContain(`/invitation?referral=${person}`)
      })
    })

    test('an operator finds a person by a transaction id', async () => {
      const { page } = desk
      const [, { tranx_id }] = await waiting()
      await onDesk('find a person by a transaction id', async (hand) => {
        await find(hand, tranx_id)
        await hand.tap(page.getByRole('link', { name: `Account of ${person}` }))
        await page.getByRole('heading', { name: person, level: 1 }).waitFor()
      })
    })

    test('an operator corrects an amount', async () => {
      const { page } = desk
      const [, { id, tranx_id }] = await waiting()
      const amountNow = async () => (await owner.get(`/api/admin/investments/${id}`)).body.item.amount
      await onDesk('correct an amount', async (hand) => {
        await find(hand, tranx_id)
        await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
        await hand.press('e')
        const amount = page.getByRole('complementary').last().getByLabel('Amount', { exact: true })
        await expect.poll(() => amount.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
        await hand.press('ControlOrMeta+A')
        await hand.type('250', amount)
        await hand.press('Enter')
        await expect.poll(amountNow).toBe('250.00')
        await toastOn(page).getByText('Corrected: ').waitFor()
      })
    })

    test('an operator approves ten investments', async () => {
      const { page } = desk
      expect(await waiting()).toHaveLength(TEN)
      await onDesk('approve ten investments', async (hand) => {
        await hand.tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Investments' }))
        await page.getByRole('tab', { name: /^Pending ?10$/ }).waitFor()
        await hand.tap(page.getByRole('checkbox', { name: 'Select all shown' }))
        await hand.tap(page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve' }))
        await hand.tap(page.getByRole('dialog').getByRole('button', { name: /^Approve 10, / }))
        await expect.poll(async () => (await waiting()).length).toBe(0)
        await toastOn(page).getByText('10 approved: ').waitFor()
      })
      const { investments } = await histories()
      expect(investments.filter(({ status }: { status: string }) => status === 'approved')).toHaveLength(TEN)
    })

    test('an operator pays ten withdrawals', async () => {
      const { page } = desk
      for (let amount = 1; amount <= TEN; amount += 1) {
        await journey.house.clock.move(1000)
        const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
        await investor.must('/api/withdraw', { amount: `${amount}`, source: 'investment', ...to })
        await owner.must(`/api/approve-withdrawal/${(await histories()).withdrawals[0].id}`)
      }
      const paid = async () =>
        (await histories()).withdrawals.filter(({ status }: { status: string }) => status === 'completed')
      await onDesk('pay ten withdrawals', async (hand) => {
        await hand.tap(page.getByRole('link', { name: /Payments/ }).first())
        await page.getByRole('tab', { name: /^Active ?10$/ }).waitFor()
        const button = page.getByRole('button', { name: 'Payout list' })
        const [list] = await Promise.all([page.waitForEvent('download'), hand.tap(button)])
        // whoever pays fills in the ids: that is done elsewhere
        const [head, ...lines] = (await readFile(await list.path(), 'utf8')).trimEnd().split('\r\n')
        expect(lines).toHaveLength(TEN)
        const rows = lines.map(
          (line, place) => `${line}${place.toString(16).padStart(64, person === 'kim' ? 'a' : 'e')}`,
        )
        const file = { name: 'paid.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows, ''].join('\r\n')) }
        await hand.tap(page.getByRole('button', { name: 'Mark paid from file' }))
        await hand.choose(file, page.getByLabel('Choose the file'))
        const mark = page.getByRole('button', { name: 'Mark 10 as paid, $55.00' })
        await expect.poll(() => mark.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
        await hand.press('Enter')
        await expect.poll(async () => (await paid()).length).toBe(TEN)
        await toastOn(page).getByText('10 marked as paid: ').waitFor()
      })
      for (const { txid } of await paid()) expect(txid).toMatch(/^[ae]{63}[0-9]$/)
    })

    test('an operator answers why a balance is what it is', async () => {
      const { page } = desk
      const account = `investor/${investor.id}/earnings`
      const { items } = (await owner.get(`/api/admin/postings?account=${encodeURIComponent(account)}`)).body
      await onDesk('answer “why is my balance this”', async (hand) => {
        await find(hand, investor.email)
        await hand.tap(
          page.getByRole('region', { name: 'Withdrawable Balance' }).getByRole('button', { name: /Why\?$/ }),
        )
        const postings = page.getByRole('dialog', { name: 'Postings' })
        await postings.getByText(`Earnings Wallet, ${person}`, { exact: true }).waitFor()
        await expect.poll(() => postings.locator('time').count()).toBe(items.length)
      })
    })

    test('an operator blocks somebody', async () => {
      const { page } = desk
      await onDesk('block somebody', async (hand) => {
        await find(hand, investor.email)
        await hand.tap(page.getByRole('button', { name: 'Block sign-in' }))
        const panel = page.getByRole('dialog', { name: 'Block sign-in' })
        const reason = panel.getByLabel('Reason')
        await hand.type('Somebody else has the password', reason)
        await hand.tap(panel.getByRole('button', { name: 'Block sign-in' }))
        await expect
          .poll(async () => (await owner.get(`/api/view-user/${investor.id}`)).body.user.blocked)
          .not.toBeNull()
        await toastOn(page).waitFor()
      })
    })

    test('all together, they are at most 70 percent of what they were', () => {
      expect(Object.keys(taken)).toEqual(Object.keys(JOBS))
      const lines = Object.entries(taken).map(([job, moves]) => `${String(moves).padStart(5)}  ${job}`)
      process.stdout.write(`\n${lines.join('\n')}\n`)
      if (keysAlone) return
      let [now, then] = [0, 0]
      for (const [job, { most, before }] of Object.entries(JOBS)) {
        // what could not be done at all counts among what it takes now
        if (before !== null) expect(most, job).toBeLessThanOrEqual(before)
        now += most
        then += before ?? 0
      }
      expect(now / then).toBeLessThanOrEqual(0.7)
    })
  },
)

test('docs/moves.md says the same', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/moves.md'), 'utf8')
  for (const [job, { most, before }] of Object.entries(JOBS))
    expect(page).toContain(`| ${job} | ${before ?? '–'} | ${most} |`)
})

test('the books balance', async () => {
  expect(await journey.house.problems()).toEqual([])
})
