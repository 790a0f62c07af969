import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { balance, bookProblems, held } from '../../test/support/money.ts'
import { invest } from '../../test/support/investing.ts'
import { aPlan, aWallet, anAdministrator, anInvestor, asAdministrator, usd } from '../../test/support/people.ts'
import type { Adjustment } from './adjustment.ts'
import { deductUser } from './deduct.ts'
import { topUpUser } from './top-up.ts'

let database: TestDatabase
let clock: TestDatabase['clock']
let administrator: Administrator
let investor: Investor

beforeAll(async () => {
  database = await testDatabase()
  clock = database.clock
  administrator = await anAdministrator(database.db, ['reviewer'])
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})
beforeEach(async () => {
  investor = await anInvestor(database.db)
})

type Input = Partial<Adjustment>
const complete = (asked: Input): Adjustment => ({
  userId: investor.userId,
  account: 'earnings',
  amount: usd(10),
  category: null,
  reason: null,
  ...asked,
})
const topUp = (asked: Input = {}, actor = administrator) =>
  transaction(database.db, (tx) => topUpUser(tx, actor, complete(asked)))
const deduct = (asked: Input = {}, actor = administrator) =>
  transaction(database.db, (tx) => deductUser(tx, actor, complete(asked)))

describe.each(['earnings', 'referral', 'bonus'] as const)('the %s balance', (account) => {
  test('is topped up and deducted against the operator’s equity', async () => {
    const equity = await balance(database.db, 'equity/adjustments')
    await topUp({ account, amount: usd(12.34) })
    expect(await held(database.db, investor, account)).toBe(usd(12.34))
    await deduct({ account, amount: usd(2.34) })
    expect(await held(database.db, investor, account)).toBe(usd(10))
    expect(await balance(database.db, 'equity/adjustments')).toBe(microUsd(equity - usd(10)))
  })

  test('is not deducted beyond what is there', async () => {
    await topUp({ account, amount: usd(9.99) })
    const sentence = 'deduction amount must not exceed $9.99'
    await expect(deduct({ account })).rejects.toMatchObject({
      code: 'bad input',
      message: sentence,
      errors: { amount: [sentence] },
    })
    expect(await held(database.db, investor, account)).toBe(usd(9.99))
  })
})

test('every adjustment tells the user why, and leaves a decision and a line of the audit log with before and after', async () => {
  await topUp({ amount: usd(10), reason: 'Goodwill.' })
  await deduct({ amount: usd(4), reason: 'Credited twice.' })
  const notices = await database.db
    .selectFrom('notification')
    .select(['icon', 'title', 'bold_value', 'status_color', 'status_text'])
    .where('user_id', '=', investor.userId)
    .orderBy('id')
    .execute()
  expect(notices).toEqual([
    {
      icon: 'balance',
      title: 'Balance topped up',
      bold_value: '$10.00',
      status_color: 'green',
      status_text: 'Goodwill.',
    },
    {
      icon: 'balance',
      title: 'Balance deducted',
      bold_value: '$4.00',
      status_color: 'red',
      status_text: 'Credited twice.',
    },
  ])
  const audit = await database.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'before', 'after', 'reason'])
    .where('subject_id', '=', investor.userId)
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    {
      action: 'top up user',
      actor_id: administrator.userId,
      before: { account: 'earnings', balance: '0.00' },
      after: { account: 'earnings', balance: '10.00', amount: '10.00' },
      reason: 'Goodwill.',
    },
    {
      action: 'deduct user',
      actor_id: administrator.userId,
      before: { account: 'earnings', balance: '10.00' },
      after: { account: 'earnings', balance: '6.00', amount: '4.00' },
      reason: 'Credited twice.',
    },
  ])
  const decisions = await database.db
    .selectFrom('decision')
    .select(['to_status', 'reason', 'actor_id'])
    .where('subject_id', '=', investor.userId)
    .orderBy('id')
    .execute()
  expect(decisions).toEqual([
    { to_status: 'topped up', reason: 'Goodwill.', actor_id: administrator.userId },
    { to_status: 'deducted', reason: 'Credited twice.', actor_id: administrator.userId },
  ])
})

test('nobody adjusts their own balance, and none that is not there', async () => {
  const self = asAdministrator(investor)
  await expect(topUp({}, self)).rejects.toMatchObject({ code: 'not allowed' })
  await expect(deduct({}, self)).rejects.toMatchObject({ code: 'not allowed' })
  await expect(topUp({ userId: newId() })).rejects.toMatchObject({ code: 'not found' })
  await expect(deduct({ userId: newId() })).rejects.toMatchObject({ code: 'not found' })
})

test('what has been earned to this second can be deducted, although nothing was posted', async () => {
  const walletId = await aWallet(database.db)
  const planId = await aPlan(database.db)
  await invest({ db: database.db, administrator, planId, walletId }, investor)
  await clock.move(10 * DAY)
  await expect(deduct({ amount: usd(20.01) })).rejects.toMatchObject({
    message: 'deduction amount must not exceed $20.00',
  })
  await deduct({ amount: usd(20) })
  expect(await held(database.db, investor, 'earnings')).toBe(0n)
})

test('of ten deductions at once of more than half the balance exactly one passes', async () => {
  await topUp({ amount: usd(100) })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => deduct({ amount: usd(51) })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'bad input' })
  }
  expect(await held(database.db, investor, 'earnings')).toBe(usd(49))
})

test('any sequence of adjustments leaves the sum of those that passed', async () => {
  const accounts = ['earnings', 'referral', 'bonus'] as const
  const step = fc.record({
    account: fc.constantFrom(...accounts),
    up: fc.boolean(),
    cents: fc.integer({ min: 1, max: 5000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      investor = await anInvestor(database.db)
      const expected = { earnings: 0, referral: 0, bonus: 0 }
      for (const { account, up, cents } of steps) {
        const amount = usd(cents / 100)
        const outcome = await (up ? topUp : deduct)({ account, amount }).then(
          () => 'done',
          ({ message }: Error) => message,
        )
        const enough = up || cents <= expected[account]
        expect(outcome).toBe(
          enough ? 'done' : `deduction amount must not exceed $${(expected[account] / 100).toFixed(2)}`,
        )
        if (enough) expected[account] += up ? cents : -cents
      }
      for (const account of accounts)
        expect(await held(database.db, investor, account)).toBe(usd(expected[account] / 100))
    }),
    { numRuns: 25 },
  )
})
