import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { readOf } from '#kit/own-sql.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { approveInvestment } from '#investments/approve.ts'
import { completeDue } from '#investments/complete.ts'
import { saveInvestment } from '#investments/save.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { SETTINGS } from '../../test/support/investing-house.ts'
import { bookProblems, give } from '../../test/support/money.ts'
import { aPlan, aWallet, anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { BALANCE, balanceOnWire } from './balance.ts'

let database: TestDatabase
const BEGIN = new Date('2026-03-01T12:00:00.250Z')
let clock: TestDatabase['clock']
let administrator: Administrator
let investor: Investor
let walletId: string

beforeAll(async () => {
  database = await testDatabase({ start: BEGIN })
  clock = database.clock
  administrator = await anAdministrator(database.db)
  investor = await anInvestor(database.db)
  walletId = await aWallet(database.db)
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})

async function invest(amount: MicroUsd, rate: bigint, duration: number): Promise<string> {
  const planId = await aPlan(database.db, { daily_roi: percent(rate) })
  return transaction(database.db, async (tx) => {
    const asked = { planId, walletId, amount, duration, source: 'payment' } as const
    const { id } = await saveInvestment(tx, investor, asked, SETTINGS)
    await approveInvestment(tx, administrator, { id }, SETTINGS)
    return id
  })
}
const balance = async () =>
  balanceOnWire(await readTransaction(database.db, (tx) => readOf(tx, BALANCE, investor.userId)))
const withdraw = (amount: MicroUsd) => askPayout(database.db, { investor, walletId }, { amount })

test('is nothing but zeros at first', async () => {
  expect(await balance()).toEqual({
    status: 'success',
    account_balance: '0.00',
    ref_bal: '0.00',
    bonus_balanace: '0.00',
    current_investment: '0.00',
    withdrawing: '0.00',
    current_earning: '0.00',
    per_seconds_earning: '0.000000000000',
    as_of: '2026-03-01T12:00:00.250Z',
    running: [],
  })
})

test('is exact to the micro-dollar at any second of a story, whether earnings are posted or not', async () => {
  await give(database.db, investor, 'referral', usd(3.33))
  await give(database.db, investor, 'bonus', usd(2))
  const longer = await invest(usd(500), 4_000n, 14)
  await clock.move(HOUR + SECOND)
  const shorter = await invest(usd(250.5), 12_500n, 7)

  // 3 days, 5 hours, 7 minutes and 11.7 seconds after the first: 277,631 and 274,030 whole seconds.
  await clock.set(new Date(BEGIN.getTime() + 3 * DAY + 5 * HOUR + 7 * MINUTE + 11.7 * SECOND))
  const expected = {
    // floor(500 × 0.004 × 277631 / 86400) + floor(250.50 × 0.0125 × 274030 / 86400) = 6.426643 + 9.931208
    account_balance: '16.357851',
    current_earning: '16.357851',
    ref_bal: '3.33',
    bonus_balanace: '2.00',
    current_investment: '750.50',
    withdrawing: '0.00',
    // 0.000023148148 + 0.000036241319
    per_seconds_earning: '0.000059389467',
    as_of: '2026-03-04T17:07:11.950Z',
    running: [
      {
        id: longer,
        per_seconds_earning: '0.000023148148',
        amount: '500.00',
        daily_roi: '0.4',
        began_at: '2026-03-01T12:00:00.250Z',
        ends_at: '2026-03-15T12:00:00.250Z',
      },
      {
        id: shorter,
        per_seconds_earning: '0.000036241319',
        amount: '250.50',
        daily_roi: '1.25',
        began_at: '2026-03-01T13:00:01.250Z',
        ends_at: '2026-03-08T13:00:01.250Z',
      },
    ],
  }
  const before = await balance()
  expect(before).toMatchObject({ ...expected, running: expect.arrayContaining(expected.running) })
  expect(before.running).toHaveLength(2)

  // A withdrawal posts what was earned to this second; what can be withdrawn falls by the amount and by nothing else.
  await withdraw(usd(5))
  expect(await balance()).toMatchObject({
    account_balance: '11.357851',
    current_earning: '16.357851',
    withdrawing: '5.00',
  })
  await withdraw(usd(11.35))
  await expect(withdraw(usd(0.01))).rejects.toMatchObject({ message: 'withdrawal amount must not exceed $0.00' })
  expect(await balance()).toMatchObject({ account_balance: '0.007851', withdrawing: '16.35' })
})

test('counts an investment to its end and not a second longer, before and after it is completed', async () => {
  // The second is over, its last earning not yet posted: 250.50 × 1.25 % × 7 = 21.91875.
  const end = Date.parse('2026-03-08T13:00:01.250Z')
  await clock.set(new Date(end + 20 * SECOND))
  // The first has earned for 7 days and 3,621 seconds: floor(2 × 608421 / 86400) = 14.083819.
  const earned = microUsd(14_083_819n + 21_918_750n)
  const withdrawn = usd(16.35)
  const over = await balance()
  expect(over).toMatchObject({
    account_balance: '19.652569',
    current_earning: '36.002569',
    current_investment: '750.50',
    per_seconds_earning: '0.000023148148',
  })
  expect(over.running).toHaveLength(1)
  expect(earned - withdrawn).toBe(19_652_569n)

  await completeDue(database.db, { job: 'complete investments' })
  expect(await balance()).toMatchObject({
    account_balance: '270.152569',
    current_earning: '14.083819',
    current_investment: '500.00',
  })
})
