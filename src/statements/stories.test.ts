import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { DAY, SECOND } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction } from '#kit/transaction.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { completeInvestments } from '#investments/complete.ts'
import { investmentsOf, investmentStory } from '#investments/read.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { earned } from '#investments/rules.ts'
import { updateInvestment } from '#investments/update.ts'
import { lockUser } from '#users/lock-user.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { withdrawalsOf, withdrawalStory } from '#withdrawals/read.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { openInvestingHouse, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { giveBonus, invest } from '../../test/support/investing.ts'
import { anInvestor, usd } from '../../test/support/people.ts'
import type { StatementLine } from './contract.ts'
import { accountStory } from './read.ts'
import { dayInZone } from './rules.ts'
import { OWN_ACCOUNTS, statementOf, type PeriodQuery, type Statement } from './statement.ts'
import { statementDays } from './statement-days.ts'

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 5)
const JOB = { job: 'test' }

const house = opened(openInvestingHouse)
afterAll(async () => {})

type Step = { does: string; after: number; which: number; cents: number }
const VERBS = [
  ...['invest', 'bonus', 'accrue', 'complete', 'withdraw', 'cancel', 'reinvest', 'invest from bonus'],
  ...['edit', 'edit date', 'edit status'],
]
const STATUSES = ['approved', 'completed', 'declined', 'waiting approval', 'approved', 'pending'] as const
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...VERBS),
  after: fc.integer({ min: 1, max: 5 * 86_400 }),
  which: fc.nat({ max: 5 }),
  cents: fc.integer({ min: 10_000, max: 400_000 }),
})

/** Takes a step of a story; what the rules refuse is no step. */
async function take(investor: Investor, { does, after, which, cents }: Step): Promise<void> {
  const { clock, write, administrator, walletId } = house
  await clock.move(after * SECOND)
  const investments = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
  const withdrawals = await readTransaction(house.db, (tx) => withdrawalsOf(tx, investor.userId))
  const one = investments[which % Math.max(investments.length, 1)]
  const amount = usd(cents / 100)
  try {
    if (does === 'invest') await invest(house, investor, { amount, duration: 7 })
    if (does === 'bonus') await giveBonus(house, investor, amount)
    if (does === 'invest from bonus') await invest(house, investor, { amount, duration: 7, source: 'bonus' })
    if (does === 'accrue') {
      await write(async (tx) => {
        await lockUser(tx, investor.userId)
        await accrueInvestor(tx, await databaseClock(tx), JOB, investor.userId)
      })
    }
    if (does === 'complete' && one) await write((tx) => completeInvestments(tx, JOB, [one.id]))
    if (does === 'reinvest' && one)
      await write((tx) => reinvestInvestment(tx, investor, { id: one.id }, { kyc: 'off' }))
    if (does.startsWith('edit') && one) {
      const began = new Date(Date.parse(one.began_at ?? one.created_at) - cents * SECOND).toISOString()
      const edit = {
        ...{ id: one.id, reason: 'typed wrong' },
        amount: does === 'edit' ? amount : fromWire(one.amount),
        date: does === 'edit date' ? began : one.created_at,
        status: does === 'edit status' ? (STATUSES[which] ?? one.status) : one.status,
      }
      await write((tx) => updateInvestment(tx, administrator, { ...edit, version: undefined }, SETTINGS))
    }
    if (does === 'withdraw') {
      const walletAddress = THEIR_BITCOIN
      const asked = {
        amount: usd(cents / 1e6),
        source: 'investment',
        walletName: `Wallet ${walletId}`,
        walletAddress,
      } as const
      await write((tx) => requestWithdrawal(tx, investor, asked, 'invest'))
    }
    const open = withdrawals[which % Math.max(withdrawals.length, 1)]
    if (does === 'cancel' && open) await write((tx) => cancelWithdrawal(tx, investor, { id: open.id }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function ledgerOf(investor: Investor) {
  const names = OWN_ACCOUNTS.map((kind) => investorAccount(investor.userId, kind))
  const balances = await readTransaction(house.db, (tx) => balancesOf(tx, names))
  return OWN_ACCOUNTS.map((account, place) => ({ account, balance: toWire(Object.values(balances)[place] ?? usd(0)) }))
}

/** All pages of a story, a few lines each. */
async function wholeStory(investor: Investor, account: (typeof OWN_ACCOUNTS)[number]) {
  const pages = []
  let cursor: string | undefined
  do {
    const asked = { cursor, limit: 3 }
    const page = await readTransaction(house.db, (tx) => accountStory(tx, investor, account, asked))
    pages.push(page)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { ...pages[0], lines: pages.flatMap(({ lines }) => lines) }
}

/** All pages of a statement, a few lines each. */
async function wholeStatement(investor: Investor, asked: PeriodQuery): Promise<Statement> {
  const pages: Statement[] = []
  let cursor: string | undefined
  do {
    const page = { cursor, limit: 4 }
    pages.push(
      await readTransaction(house.db, async (tx) =>
        statementOf(tx, (await databaseClock(tx)).now(), investor, asked, page),
      ),
    )
    cursor = pages.at(-1)?.next_cursor ?? undefined
  } while (cursor !== undefined)
  const [first] = pages
  if (first === undefined) throw new Error('a statement has a page')
  return { ...first, lines: pages.flatMap(({ lines }) => lines) }
}

/** All pages of the days of a period, a few at a time. */
async function wholeDays(investor: Investor, asked: PeriodQuery) {
  const pages = []
  let cursor: string | undefined
  do {
    const page = { cursor, limit: 2 }
    const reply = await readTransaction(house.db, async (tx) =>
      statementDays(tx, (await databaseClock(tx)).now(), investor, asked, page),
    )
    pages.push(reply)
    cursor = reply.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { ...pages[0], days: pages.flatMap(({ days }) => days) }
}

/** The days are what the lines of the statement, which its files hold, come to; newest first. */
async function holdsDays(investor: Investor, asked: PeriodQuery, { lines, next_cursor: _, ...sums }: Statement) {
  const { days, ...told } = await wholeDays(investor, asked)
  expect(told).toMatchObject(sums)
  const byDay = [...Map.groupBy(lines, ({ at }) => dayInZone(new Date(at), asked.zone ?? 'UTC'))]
  const part = (of: readonly StatementLine[], sign: 1n | -1n) =>
    toWire(sum(of.map(({ amount }) => microUsd(sign * fromWire(amount))).filter((amount) => amount > 0n)))
  expect(days).toEqual(
    byDay
      .map(([day, of]) => ({
        ...{ day, count: of.length, in: part(of, 1n), out: part(of, -1n), closing: of.at(-1)?.balance_after },
        kinds: [...new Set(of.map(({ kind }) => kind))].sort(),
      }))
      .toReversed(),
  )
  for (const { day, count } of days.slice(0, 3)) {
    const page = { cursor: undefined, limit: 3, order: 'newest' } as const
    const opened = await readTransaction(house.db, async (tx) =>
      statementOf(tx, (await databaseClock(tx)).now(), investor, { ...asked, from: day, to: day }, page),
    )
    expect(opened.count).toBe(count)
    const ofDay = lines.filter(({ at }) => dayInZone(new Date(at), asked.zone ?? 'UTC') === day)
    expect(opened.lines).toEqual(ofDay.toReversed().slice(0, 3))
  }
}

async function holdsStories(investor: Investor): Promise<void> {
  const investments = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
  for (const { id } of investments) {
    const { postings } = await readTransaction(house.db, (tx) => investmentStory(tx, investor, id))
    const corrections = postings.filter(({ kind }) => kind === 'correction')
    for (const { by, reason } of corrections)
      expect({ by, reason }).toEqual({ by: 'administrator', reason: 'typed wrong' })
  }
  for (const { account, balance } of await ledgerOf(investor)) {
    const story = await wholeStory(investor, account)
    expect(story).toMatchObject({ balance, count: story.lines.length })
    expect(toWire(sum(story.lines.map(({ amount }) => fromWire(amount))))).toBe(balance)
    let after = fromWire(balance)
    for (const line of story.lines) {
      expect(fromWire(line.balance_after)).toBe(after)
      after = (after - fromWire(line.amount)) as typeof after
      // whatever was edited since, each earning has its formula, or those of its shares
      const shares = line.shares.length > 0 ? line.shares : [line]
      if (line.shares.length > 0) expect(line).toMatchObject({ kind: 'investment earned', yield: null })
      expect(toWire(sum(shares.map(({ amount }) => fromWire(amount))))).toBe(line.amount)
      for (const { yield: formula, amount } of shares) {
        expect(formula === null).toBe(line.kind !== 'investment earned')
        if (formula === null) continue
        const by = (seconds: number) => earned(fromWire(formula.principal), percentFromWire(formula.daily_roi), seconds)
        expect(by(formula.seconds_to) - by(formula.seconds_from)).toBe(fromWire(amount))
      }
    }
  }
}

async function holdsStatements(investor: Investor, cut: number, zone: string): Promise<void> {
  const ledger = [
    ...(await ledgerOf(investor)),
    { account: 'all' as const, balance: toWire(sum((await ledgerOf(investor)).map((of) => fromWire(of.balance)))) },
  ]
  const today = dayInZone(house.clock.now(), zone)
  const middle = dayInZone(new Date(house.clock.now().getTime() - cut * DAY), zone)
  const next = new Date(Date.parse(`${middle}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  for (const { account, balance } of ledger) {
    const whole = await wholeStatement(investor, { from: '2026-01-01', to: '2035-12-31', zone, account })
    expect(whole).toMatchObject({ opening: '0.00', closing: balance, to: today, count: whole.lines.length })
    await holdsDays(investor, { from: '2026-01-01', to: '2035-12-31', zone, account }, whole)
    const first = await wholeStatement(investor, { from: '2026-01-01', to: middle, zone, account })
    const parts = [first]
    if (next <= today) parts.push(await wholeStatement(investor, { from: next, to: today, zone, account }))
    for (const part of parts) {
      expect(fromWire(part.opening) + fromWire(part.in) - fromWire(part.out)).toBe(fromWire(part.closing))
      let running = fromWire(part.opening)
      for (const line of part.lines) {
        running = (running + fromWire(line.amount)) as typeof running
        expect(line.balance_after).toBe(toWire(running))
        const day = dayInZone(new Date(line.at), zone)
        expect(day >= part.from && day <= part.to).toBe(true)
        const own = line.entries.filter((entry) => account === 'all' || entry.account === account)
        expect(toWire(sum(own.map(({ amount }) => fromWire(amount))))).toBe(line.amount)
      }
      expect(toWire(running)).toBe(part.closing)
    }
    expect(parts.flatMap(({ lines }) => lines)).toEqual(whole.lines)
    expect(parts[1]?.opening ?? first.closing).toBe(first.closing)
  }
}

/** What stands on each account at the next midnight of UTC. */
async function atMidnight(investor: Investor) {
  await house.clock.move(DAY - (house.clock.now().getTime() % DAY))
  return { day: dayInZone(house.clock.now(), 'UTC'), ledger: await ledgerOf(investor) }
}

async function opensWith(investor: Investor, midnights: readonly Awaited<ReturnType<typeof atMidnight>>[]) {
  for (const { day, ledger } of midnights) {
    for (const { account, balance } of ledger) {
      const asked = { from: day, to: day, account }
      const page = { cursor: undefined, limit: 1 }
      const { opening } = await readTransaction(house.db, async (tx) =>
        statementOf(tx, (await databaseClock(tx)).now(), investor, asked, page),
      )
      expect({ day, account, opening }).toEqual({ day, account, opening: balance })
    }
  }
}

test('every balance is the sum of its story and every period adds up, whatever has happened', async () => {
  const zones = fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati')
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.nat({ max: 20 }),
      zones,
      async (steps, cut, zone) => {
        const investor = await anInvestor(house.db)
        await take(investor, { does: 'invest', after: 1, which: 0, cents: 123_456 })
        const midnights = []
        for (const each of steps) {
          await take(investor, each)
          midnights.push(await atMidnight(investor))
        }
        await opensWith(investor, midnights)
        await holdsStories(investor)
        await holdsStatements(investor, cut, zone)
      },
    ),
    { numRuns: RUNS },
  )
}, 300_000)

test('a file takes no more lines than it may, and says so', async () => {
  const investor = await anInvestor(house.db)
  await invest(house, investor)
  await giveBonus(house, investor, usd(5))
  const asked = { from: dayInZone(house.clock.now(), 'UTC'), to: dayInZone(house.clock.now(), 'UTC') }
  const whole = (most: number) =>
    readTransaction(house.db, async (tx) => statementOf(tx, (await databaseClock(tx)).now(), investor, asked, { most }))
  expect((await whole(2)).lines).toHaveLength(2)
  await expect(whole(1)).rejects.toMatchObject({
    message: 'This period has 2 lines, and one file takes 1. Choose a shorter period.',
  })
})

test('somebody else’s records have no story here', async () => {
  const [investor, stranger] = [await anInvestor(house.db), await anInvestor(house.db)]
  const { id } = await invest(house, investor)
  await expect(readTransaction(house.db, (tx) => investmentStory(tx, stranger, id))).rejects.toMatchObject({
    code: 'not found',
  })
  await expect(readTransaction(house.db, (tx) => withdrawalStory(tx, stranger, id))).rejects.toMatchObject({
    code: 'not found',
  })
})
