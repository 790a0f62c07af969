/** What falls due on each day, as the database sums it, against a count written apart: second by second, one by one. */
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitsBooks } from '#investments/rules.ts'
import { DAY, HOUR, SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { aPlan, aWallet } from '../../test/support/people.ts'
import { rowsRead } from '../../test/support/table-scans.ts'
import { dueDays } from './dues.ts'
import { standingNow } from './running.ts'

let database: TestDatabase
/** As the owner of the tables: investments are laid down as they are, by no verb. */
let owner: pg.Client
let of: { plan_id: string; wallet_id: string }

beforeAll(async () => {
  database = await testDatabase()
  of = { plan_id: await aPlan(database.db), wallet_id: await aWallet(database.db) }
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('SET session_replication_role = replica')
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

type Laid = { amount: bigint; rate: bigint; duration: number; began: number; posted: number; bonus: boolean }
const NOON = Date.UTC(2026, 10, 27, 12, 34, 56, 789)

async function lay(investments: readonly Laid[]): Promise<void> {
  await owner.query('TRUNCATE investment, investment_earning CASCADE')
  for (const one of investments) await layMore(one)
}

async function layMore({ amount, rate, duration, began, posted, bonus }: Laid): Promise<void> {
  const id = newId()
  const [begins, counted] = [new Date(began), new Date(Math.min(posted, began + duration * DAY))]
  await owner.query(
    `INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, status, amount, plan_name, duration, daily_roi,
        ref_bonus, wallet_name, wallet_address, network, created_at, expires_at, began_at, typed_amount)
       VALUES ($1::uuid, $1::uuid, $1::uuid::text, $2, $3, $4, 'approved', $5, 'Plan', $6, $7, 0, 'Wallet', 'a', 'bitcoin', $8, $8, $8, $5)`,
    [id, of.plan_id, of.wallet_id, bonus ? 'bonus' : 'payment', amount, duration, rate, begins],
  )
  await owner.query(
    `INSERT INTO investment_earning (investment_id, investor_id, accrued_at, earned_posted) VALUES ($1, $1, $2, $3)`,
    [id, counted, earnedThen({ amount, rate, duration, began }, posted)],
  )
}

/** Business rules §4: principal × daily rate × whole seconds ÷ 86400, rounded down; a rate is in ten-thousandths of a percent. */
function earnedThen({ amount, rate, duration, began }: Omit<Laid, 'posted' | 'bonus'>, then: number): bigint {
  const seconds = Math.max(0, Math.min(Math.floor((then - began) / SECOND), duration * 86_400))
  return (amount * rate * BigInt(seconds)) / (86_400n * 1_000_000n)
}

/** Walks through the days until nothing runs any more. */
function simulate(investments: readonly Laid[], now: number) {
  const days: { day: string; earnings: bigint; principal: bigint }[] = []
  const open = new Set(investments)
  let from = now
  do {
    const midnight = Math.floor(from / DAY) * DAY + DAY
    let [earnings, principal] = [0n, 0n]
    for (const one of open) {
      earnings += earnedThen(one, midnight) - earnedThen(one, from)
      if (one.began + one.duration * DAY >= midnight) continue
      open.delete(one)
      if (!one.bonus) principal += one.amount
    }
    days.push({ day: new Date(from).toISOString().slice(0, 10), earnings, principal })
    from = midnight
  } while (open.size > 0)
  return days
}

const readNow = (now: Date) =>
  readTransaction(database.db, async (tx) => {
    const { running, dues } = await standingNow(tx, now)
    return { running, days: dues.days }
  })

const laid: fc.Arbitrary<Laid> = fc
  .record({
    // whole dollars, cents, fractions of a cent, and more than 64 bits can work out
    amount: fc.oneof(
      fc.bigInt({ min: 1n, max: 50_000n }).map((dollars) => dollars * 1_000_000n),
      fc.bigInt({ min: 1n, max: 5_000_000n }).map((cents) => cents * 10_000n),
      fc.bigInt({ min: 1n, max: 10n ** 11n }),
      fc.bigInt({ min: 8n * 10n ** 12n, max: 10n ** 18n }),
    ),
    rate: fc.oneof(
      fc.bigInt({ min: 0n, max: 40n }).map((n) => n * 500n),
      fc.bigInt({ min: 1n, max: 1_000_000n }),
    ),
    duration: fc.integer({ min: 1, max: 120 }),
    // of what has run: none of it, to a little longer than it lasts
    gone: fc.double({ min: 0, max: 1.01, noNaN: true }),
    behind: fc.integer({ min: 0, max: 40 * HOUR }),
    bonus: fc.boolean(),
  })
  .map(({ gone, behind, ...one }) => {
    const began = NOON - Math.floor(gone * one.duration * DAY)
    return { ...one, began, posted: Math.max(began, NOON - behind) }
  })
  .filter(({ amount, rate, duration }) => fitsBooks(microUsd(amount), percent(rate), duration))

test('each day brings what the formula gives by its end less what it gives by its beginning, to the micro-dollar', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(laid, { maxLength: 14 }), async (investments) => {
      await lay(investments)
      const { running, days } = await readNow(new Date(NOON))
      expect(days).toEqual(simulate(investments, NOON))
      const sum = (of: (one: Laid) => bigint) => investments.reduce((all, one) => all + of(one), 0n)
      expect(running.accrued).toBe(sum((one) => earnedThen(one, NOON) - earnedThen(one, one.posted)))
      const end = ({ began, duration }: Laid) => began + duration * DAY
      expect(running.toPost).toBe(sum((one) => earnedThen(one, end(one)) - earnedThen(one, one.posted)))
    }),
    { numRuns: 100 },
  )
}, 120_000)

/** Principals in cents at rates of which many have a fraction: it gathers alike in many of them, whichever their ends. */
const alike = fc.record({
  amount: fc.bigInt({ min: 1n, max: 40n }).map((cents) => 100_000_000n + cents * 10_000n),
  rate: fc.constantFrom(140n, 365n, 999_999n),
  duration: fc.constantFrom(1, 7, 30, 400),
  began: fc.integer({ min: 0, max: 6 * DAY }).map((ago) => NOON - ago),
  ...{ posted: fc.constant(NOON), bonus: fc.constant(false) },
})

test('fractions that gather alike are counted for each, to the micro-dollar', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(alike, { minLength: 20, maxLength: 60, size: 'max' }), async (investments) => {
      await lay(investments.map((one) => ({ ...one, posted: Math.max(one.began, NOON - DAY) })))
      expect((await readNow(new Date(NOON))).days).toEqual(simulate(investments, NOON))
    }),
    { numRuns: 12 },
  )
})

test('an end at midnight falls on the day that begins then', async () => {
  const midnight = Date.UTC(2026, 10, 28)
  const one = { amount: 500_000_000n, rate: 4000n, duration: 2, began: midnight - 2 * DAY, posted: NOON, bonus: false }
  await lay([one])
  const { days } = await readNow(new Date(NOON))
  expect(days.map(({ day, principal }) => [day, principal])).toEqual([
    ['2026-11-27', 0n],
    ['2026-11-28', 500_000_000n],
  ])
})

test('what was posted beyond now, as where the clock was set back, is owed as it is posted', async () => {
  const one = { amount: 500_000_000n, rate: 4000n, duration: 30, began: NOON - DAY, posted: NOON + HOUR, bonus: false }
  await lay([one])
  expect((await readNow(new Date(NOON))).running.accrued).toBe(0n)
})

test('many that all gather differently are counted through in turns with whatever else waits', async () => {
  const fractions = Array.from({ length: 60_000 }, (_, place) => [
    1 + ((place * 7919) % 999_999),
    place % 1_000_000,
  ]).flat()
  const amounts = { principal: 0n, total: 0n, earned: 0n, by_midnight: 0n, whole_day: 0n }
  const ends = Math.floor(NOON / DAY) + 365
  let turns = 0
  const others = setInterval(() => (turns += 1), 0)
  await dueDays({ now: new Date(NOON), sums: [{ plan_id: 'plan', ends, ...amounts, fractions }] })
  clearInterval(others)
  expect(turns).toBeGreaterThan(5)
})

test('what runs is not gone through for each of its terms, though all was on the same when it was last counted', async () => {
  const terms = { duration: 30, began: NOON - DAY, posted: NOON, bonus: false }
  await lay(Array.from({ length: 1000 }, () => ({ ...terms, amount: 500_000_000n, rate: 4000n })))
  await owner.query('ANALYZE investment')
  for (let rate = 0n; rate < 60n; rate += 1n) await layMore({ ...terms, amount: 500_000_000n, rate })
  expect(await rowsRead(database.db, (tx) => standingNow(tx, new Date(NOON)))).toBeLessThan(10_000)
})

test('nothing runs, and nothing falls due', async () => {
  await lay([])
  expect((await readNow(new Date(NOON))).days).toEqual([{ day: '2026-11-27', earnings: 0n, principal: 0n }])
})
