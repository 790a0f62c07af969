import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { readOf } from '#kit/own-sql.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { approveInvestment } from '#investments/approve.ts'
import { saveInvestment } from '#investments/save.ts'
import { BALANCE, balanceOnWire } from './balance.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { SETTINGS } from '../../test/support/investing-house.ts'
import { give } from '../../test/support/money.ts'
import { aPlan, aWallet, anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { newestOfAll } from '#figures/newest-of-all.ts'
import { viewUser } from './view-user.ts'

let database: TestDatabase
let clock: TestDatabase['clock']
let administrator: Administrator
let inviter: Investor
let investor: Investor
let walletId: string
let planId: string

const view = (userId: string) => readTransaction(database.db, (tx) => viewUser(tx, userId))

async function invest(dollars: number): Promise<void> {
  await transaction(database.db, async (tx) => {
    const asked = { planId, walletId, amount: usd(dollars), duration: 14, source: 'payment' } as const
    const { id } = await saveInvestment(tx, investor, asked, SETTINGS)
    await approveInvestment(tx, administrator, { id }, SETTINGS)
  })
}
const withdraw = (dollars: number, who = investor) =>
  askPayout(database.db, { investor: who, walletId }, { amount: usd(dollars) })

beforeAll(async () => {
  database = await testDatabase()
  clock = database.clock
  administrator = await anAdministrator(database.db)
  inviter = await anInvestor(database.db)
  investor = await anInvestor(database.db, { inviter })
  walletId = await aWallet(database.db)
  planId = await aPlan(database.db)
  await aWallet(database.db, { available: false })
  await give(database.db, investor, 'referral', usd(1.5))
  await give(database.db, investor, 'bonus', usd(2.25))
  await invest(500)
  await clock.move(3 * DAY + 7 * SECOND)
  await invest(120)
  await withdraw(4)
  await clock.move(2 * DAY + 12_345)
})
afterAll(() => database.close())

test('an administrator sees the figures that the user sees, at any moment', async () => {
  for (let moment = 0; moment < 20; moment += 1) {
    await clock.move(1234)
    const seen = await view(investor.userId)
    const own = balanceOnWire(await readTransaction(database.db, (tx) => readOf(tx, BALANCE, investor.userId)))
    expect(seen).toMatchObject({
      investment_balance: own.account_balance,
      referral_balance: own.ref_bal,
      bonus_balance: own.bonus_balanace,
      active_investment: own.current_investment,
      withdrawing: own.withdrawing,
    })
    expect(own).toMatchObject({
      ref_bal: '1.50',
      bonus_balanace: '2.25',
      current_investment: '620.00',
      withdrawing: '4.00',
    })
  }
})

test('an account shows the user with all their records, and referrals where they are the inviter', async () => {
  const account = await view(investor.userId)
  expect(account.investments.map(({ amount }) => amount)).toEqual(['120.00', '500.00'])
  expect(account.withdrawals.map(({ amount }) => amount)).toEqual(['4.00'])
  expect(account.referrals).toEqual([])
  expect((await view(inviter.userId)).referrals.map(({ amount }) => amount)).toEqual(['6.00', '25.00'])
  expect(account.user).toMatchObject({ id: investor.userId, name: investor.name, kyc: 'approved', roles: [] })
  expect(account.user.enc_copy).toMatch(/^Protected/)
  expect(JSON.stringify(account)).not.toContain('password')
})

test('an account that is not there is not found', async () => {
  await expect(view(newId())).rejects.toMatchObject({ code: 'not found' })
})

test('the histories hold the newest hundred of each list, and all wallets and plans', async () => {
  await give(database.db, inviter, 'earnings', usd(1))
  for (let n = 0; n < 100; n += 1) await withdraw(0.01, n % 2 === 0 ? inviter : investor)
  await clock.move(SECOND)
  await withdraw(0.02)
  const all = await readTransaction(database.db, (tx) => newestOfAll(tx))
  expect(all.withdrawals).toHaveLength(100)
  expect(all.withdrawals[0]?.amount).toBe('0.02')
  expect(all.withdrawals.every(({ amount }) => amount !== '4.00')).toBe(true)
  expect(all.investments.map(({ amount }) => amount)).toEqual(['120.00', '500.00'])
  expect(all.referrals).toHaveLength(2)
  expect(new Set(all.wallets.map(({ available }) => available))).toEqual(new Set([false, true]))
  expect(all.plans).toHaveLength(1)
  expect(new Set(all.users.map(({ id }) => id))).toEqual(
    new Set([administrator.userId, inviter.userId, investor.userId]),
  )
})
