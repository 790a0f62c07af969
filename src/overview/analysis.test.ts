import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { approveInvestment } from '#investments/approve.ts'
import { saveInvestment } from '#investments/save.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { SETTINGS } from '../../test/support/investing-house.ts'
import { give } from '../../test/support/money.ts'
import { aPlan, aWallet, anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { analysisFor } from './analysis.ts'

let database: TestDatabase
const NOW = new Date('2026-03-10T12:00:00Z')
let clock: TestDatabase['clock']
let administrator: Administrator
let anna: Investor
let bert: Investor
let walletId: string
let planId: string

/** Puts the clock to so long before now. */
const ago = (milliseconds: number) => clock.set(new Date(NOW.getTime() - milliseconds))
const analysis = (userId: string | null) => readTransaction(database.db, (tx) => analysisFor(tx, NOW, userId))

type How = { approved?: boolean; source?: 'payment' | 'bonus' }
async function invest(
  investor: Investor,
  dollars: number,
  { approved = true, source = 'payment' }: How = {},
): Promise<void> {
  await transaction(database.db, async (tx) => {
    const asked = { planId, walletId, amount: usd(dollars), duration: 14, source }
    const { id } = await saveInvestment(tx, investor, asked, { kyc: 'invest', paymentHours: 72 })
    if (approved) await approveInvestment(tx, administrator, { id }, SETTINGS)
  })
}
function withdraw(investor: Investor, dollars: number): Promise<void> {
  return askPayout(database.db, { investor, walletId }, { amount: usd(dollars) })
}

beforeAll(async () => {
  database = await testDatabase({ start: NOW })
  clock = database.clock
  administrator = await anAdministrator(database.db)
  walletId = await aWallet(database.db)
  planId = await aPlan(database.db)
  anna = await anInvestor(database.db)
  bert = await anInvestor(database.db, { inviter: anna })
})
afterAll(() => database.close())

test('of a platform where nothing has happened is nothing but zeros', async () => {
  expect(await analysis(null)).toEqual({
    today_investment: '0.00',
    today_withdrawal: '0.00',
    today_referral: '0.00',
    investment_percent: '0',
    withraw_percent: '0',
    referral_percent: '0',
    before_investment: '0.00',
    before_withdrawal: '0.00',
    before_referral: '0.00',
    investments: [],
  })
})

describe('of two days', () => {
  beforeAll(async () => {
    await ago(60 * DAY)
    await give(database.db, anna, 'earnings', usd(100))
    await give(database.db, bert, 'earnings', usd(100))
    await give(database.db, anna, 'bonus', usd(1000))
    await ago(2 * DAY)
    await invest(bert, 3000)
    await withdraw(anna, 7)
    // From here on it counts as the day before, the end of which is exactly 24 hours ago.
    await ago(36 * HOUR)
    await invest(anna, 200)
    await invest(bert, 160)
    await withdraw(anna, 10)
    await ago(DAY)
    await invest(bert, 120)
    await ago(DAY - 1)
    await invest(anna, 300)
    await withdraw(anna, 5)
    await invest(anna, 900, { approved: false })
    await invest(anna, 1000, { source: 'bonus', approved: false })
    await ago(MINUTE)
    await invest(bert, 100)
    await withdraw(bert, 2.5)
    await withdraw(bert, 50)
    await transaction(database.db, async (tx) => {
      const declined = (await withdrawalsOf(tx, bert.userId)).find(({ amount }) => amount === '50.00')
      await cancelWithdrawal(tx, bert, { id: declined?.id ?? '' })
    })
    await clock.set(NOW)
  })

  test('an investor’s amounts are their own', async () => {
    expect(await analysis(anna.userId)).toMatchObject({
      today_investment: '300.00',
      // 300 against 200
      investment_percent: '50',
      today_withdrawal: '5.00',
      // 5 against 10
      withraw_percent: '-50',
      // 5 % of 100, against 5 % of 160 and of 120
      today_referral: '5.00',
      referral_percent: '-64.29',
    })
    expect(await analysis(bert.userId)).toMatchObject({
      today_investment: '100.00',
      // 100 against 280
      investment_percent: '-64.29',
      today_withdrawal: '2.50',
      // 2.5 against nothing, which no percentage says
      withraw_percent: '100',
      before_investment: '280.00',
      before_withdrawal: '0.00',
      today_referral: '0.00',
      referral_percent: '0',
    })
  })

  test('an administrator’s are the whole platform’s', async () => {
    expect(await analysis(null)).toMatchObject({
      today_investment: '400.00',
      // 400 against 480
      investment_percent: '-16.67',
      today_withdrawal: '7.50',
      withraw_percent: '-25',
      today_referral: '5.00',
      referral_percent: '-64.29',
    })
  })

  test('the activities are the platform’s newest that money stands behind, the same for everybody, e-mails masked', async () => {
    const { investments } = await analysis(anna.userId)
    expect((await analysis(null)).investments).toEqual(investments)
    expect(investments.map(({ amount }) => amount)).toEqual([
      '100.00',
      '1000.00',
      '300.00',
      '120.00',
      '160.00',
      '200.00',
      '3000.00',
    ])
    expect(investments[0]).toEqual({
      amount: '100.00',
      status: 'approved',
      source: 'payment',
      created_at: new Date(NOW.getTime() - MINUTE).toISOString(),
      email: expect.stringMatching(/^useXXX.{11}$/),
      plan: `Plan ${planId}`,
    })
    const { email } = await database.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', bert.userId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(investments)).not.toContain(email)
  })

  test('the activities are at most twenty', async () => {
    for (let n = 0; n < 20; n += 1) await invest(anna, 100 + n)
    const { investments } = await analysis(null)
    expect(investments).toHaveLength(20)
    expect(investments[0]?.amount).toBe('119.00')
  })
})
