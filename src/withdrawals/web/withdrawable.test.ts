import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { withdrawableOf, type Balance } from './withdrawable.ts'
import { answerOf, wordsFor } from './withdrawable-words.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const DAY = 86_400_000

const nothing: Balance = {
  as_of: NOW,
  account_balance: '0.00',
  ref_bal: '0.00',
  bonus_balanace: '0.00',
  withdrawing: '0.00',
  current_investment: '0.00',
  current_earning: '0.00',
  running: [],
}
const none = { withdrawals: [], investments: [] }
const asked = (
  id: string,
  amount: string,
  status: 'pending' | 'approved' | 'completed' | 'declined',
  created_at = NOW,
) => {
  return { id, amount, status, created_at }
}
const running = (id: string, amount: string, ends_at: string | null, changed = {}) => {
  return { id, amount, status: 'approved', source: 'payment', ends_at, plan: { name: 'Steady' }, ...changed } as const
}

test('what can be withdrawn is said by its wallets, in a sentence that adds up, and nothing is said to be earned that may not be', () => {
  const found = withdrawableOf({ ...nothing, account_balance: '104.209999', ref_bal: '20.009' }, none, 0)
  expect(answerOf(found, null)).toBe(
    'You can withdraw $124.20 now: $104.20 from your Earnings Wallet and $20.00 from your Referral Wallet.',
  )
  expect(answerOf({ ...found, referral: microUsd(0n), now: fromWire('104.20') }, null)).toBe(
    'You can withdraw $104.20 now, all of it from your Earnings Wallet.',
  )
  expect(answerOf({ ...found, earned: microUsd(9999n), now: fromWire('20.00') }, null)).toBe(
    'You can withdraw $20.00 now, all of it from your Referral Wallet.',
  )
})

test('what stands in the way is said instead of now', () => {
  const found = withdrawableOf({ ...nothing, account_balance: '5.00' }, none, 0)
  expect(answerOf(found, 'identity check')).toBe(
    'You can withdraw $5.00 as soon as your identity check is approved, all of it from your Earnings Wallet.',
  )
  expect(answerOf(found, 'no payment method')).toBe(
    'You can withdraw $5.00 as soon as a payment method is available again, all of it from your Earnings Wallet.',
  )
})

test('nothing at all is said as it is', () => {
  const found = withdrawableOf(nothing, none, 0)
  expect(found).toMatchObject({ now: 0n, held: [] })
  const yet = 'There is nothing to withdraw at the moment. What an investment earns can be withdrawn as it grows.'
  expect(answerOf(found, null)).toBe(yet)
  expect(answerOf(withdrawableOf({ ...nothing, account_balance: '0.009' }, none, 0), null)).toBe(yet)
  expect(answerOf(withdrawableOf({ ...nothing, bonus_balanace: '9.00' }, none, 0), null)).toBe(
    'There is nothing to withdraw at the moment.',
  )
})

test('it names what is held, why and until when', () => {
  const { held } = withdrawableOf(
    { ...nothing, withdrawing: '150.00', current_investment: '700.00', bonus_balanace: '10.00' },
    {
      withdrawals: [
        asked('w2', '50.00', 'approved'),
        asked('w1', '100.00', 'pending', '2026-02-27T12:00:00.000Z'),
        asked('w3', '9.00', 'completed'),
        asked('w4', '9.00', 'declined'),
      ],
      investments: [
        running('i1', '500.00', '2026-03-15T12:00:00.000Z'),
        running('i2', '200.00', '2026-03-10T12:00:00.000Z', { source: 'bonus' }),
        running('i3', '100.00', null, { status: 'pending' }),
      ],
    },
    0,
  )
  expect(held.map((part) => [part.kind, toWire(part.amount), ...Object.values(wordsFor(part))])).toEqual([
    ['asked', '100.00', 'Requested on Feb 27, 2026', 'Under review'],
    ['asked', '50.00', 'Requested on Mar 1, 2026', 'Approved, to be paid'],
    ['running', '200.00', 'Steady', 'Ends Mar 10, 2026, to your bonus balance'],
    ['running', '500.00', 'Steady', 'Ends Mar 15, 2026'],
    ['bonus', '10.00', 'Bonus', 'Can be invested, not withdrawn'],
  ])
})

test('of many only the first few are named', () => {
  const investments = Array.from({ length: 500 }, (_, day) =>
    running(`i${day}`, '1.00', new Date(Date.parse(NOW) + (500 - day) * DAY).toISOString()),
  )
  const { held } = withdrawableOf({ ...nothing, current_investment: '500.00' }, { withdrawals: [], investments }, 0)
  expect(held.map(({ kind }) => kind)).toEqual(['running', 'running', 'more running'])
  expect(held[2] && wordsFor(held[2])).toEqual({
    title: '498 more investments',
    why: 'The last one ends Jul 14, 2027',
  })
})

test('nothing is named that the balance does not hold', () => {
  const { held } = withdrawableOf(
    { ...nothing, withdrawing: '20.00' },
    { withdrawals: [asked('w1', '30.00', 'pending')], investments: [running('i1', '5.00', NOW)] },
    0,
  )
  expect(held).toEqual([{ kind: 'withdrawing', amount: fromWire('20.00') }])
})

test('it grows by the second, as the counter does, until the end', () => {
  const run = {
    amount: '500.00',
    daily_roi: '0.4',
    began_at: NOW,
    ends_at: new Date(Date.parse(NOW) + 2 * DAY).toISOString(),
  }
  const balance = { ...nothing, account_balance: '1.00', running: [run] }
  expect(withdrawableOf(balance, none, 1000).earned).toBe(1_000_023n)
  expect(withdrawableOf(balance, none, DAY).earned).toBe(fromWire('3.00'))
  expect(withdrawableOf(balance, none, 9 * DAY).earned).toBe(fromWire('5.00'))
})

test('all parts together are what the balance says, whatever the histories hold', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((micros) => toWire(microUsd(micros)))
  const status = fc.constantFrom('pending', 'approved', 'completed', 'declined')
  const day = fc.integer({ min: 0, max: 999 }).map((days) => new Date(Date.parse(NOW) + days * DAY).toISOString())
  const withdrawals = fc.array(fc.record({ id: fc.uuid(), amount, status, created_at: day }))
  const investments = fc.array(
    fc.record({
      id: fc.uuid(),
      amount,
      status,
      source: fc.constantFrom('payment', 'bonus', 'reinvest'),
      ends_at: fc.option(day),
      plan: fc.record({ name: fc.string() }),
    }),
  )
  const inAll = (items: readonly { amount: string }[]) => toWire(sum(items.map((item) => fromWire(item.amount))))
  fc.assert(
    fc.property(
      fc.record({ account_balance: amount, ref_bal: amount, bonus_balanace: amount }),
      fc.record({ withdrawals, investments }),
      fc.option(fc.record({ withdrawing: amount, current_investment: amount })),
      (own, histories, apart) => {
        const agreeing = {
          withdrawing: inAll(histories.withdrawals.filter(({ status: at }) => at === 'pending' || at === 'approved')),
          current_investment: inAll(histories.investments.filter((one) => one.status === 'approved' && one.ends_at)),
        }
        const balance = { ...nothing, ...own, ...(apart ?? agreeing) }
        const { earned, referral, now, held } = withdrawableOf(balance, histories, 0)
        const { account_balance, ref_bal, bonus_balanace, withdrawing, current_investment } = balance
        const says = [account_balance, ref_bal, bonus_balanace, withdrawing, current_investment].map(fromWire)
        expect(sum([earned, referral, ...held.map((part) => part.amount)])).toBe(sum(says))
        expect(now <= earned + referral && earned + referral - now < 20_000n).toBe(true)
      },
    ),
  )
})
