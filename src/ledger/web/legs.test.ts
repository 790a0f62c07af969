import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import type { AccountKind, Posting } from '#ledger/contract.ts'
import { legsOf } from './legs.ts'
import { runsOf } from './runs.ts'

type Entry = Posting['entries'][number]

const posting = (entries: Entry[]): Posting => ({
  id: '1',
  at: '2026-03-01T12:00:00.000Z',
  kind: 'investment earned',
  by: 'system',
  reason: null,
  entries,
})
const other = (account: AccountKind, amount: string, wallet: string | null = null): Entry => {
  return { account, wallet, amount, balance_after: null, mine: false }
}
const mine = (account: AccountKind, amount: string, balance_after: string): Entry => {
  return { account, wallet: null, amount, balance_after, mine: true }
}

test('money goes from one account to another, with what one’s own holds then', () => {
  expect(legsOf([posting([mine('invested', '500.00', '500.00'), other('custody', '500.00', 'Bitcoin')])])).toEqual([
    { account: 'custody', wallet: 'Bitcoin', goes: 'from', amounts: ['500.00'], balanceAfter: null },
    { account: 'invested', wallet: null, goes: 'to', amounts: ['500.00'], balanceAfter: '500.00' },
  ])
})

test('what is paid out leaves the payment wallet, and goes nowhere else in the books', () => {
  const paid = posting([mine('withdrawing', '-20.00', '0.00'), other('custody', '-20.00', 'Bitcoin')])
  expect(legsOf([paid]).map(({ account, goes }) => `${goes} ${account}`)).toEqual(['from withdrawing', 'to custody'])
})

test('the same account stands once for several days, with what it held after the last', () => {
  const days = ['2.00', '4.00', '6.00'].map((after) =>
    posting([other('yield', '2.00'), mine('earnings', '2.00', after)]),
  )
  expect(legsOf(days)).toEqual([
    { account: 'yield', wallet: null, goes: 'from', amounts: ['2.00', '2.00', '2.00'], balanceAfter: null },
    { account: 'earnings', wallet: null, goes: 'to', amounts: ['2.00', '2.00', '2.00'], balanceAfter: '6.00' },
  ])
})

test('as much goes to accounts as comes from them, whatever the transfers', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const transfer = fc
    .tuple(amount, fc.constantFrom<AccountKind[]>('earnings', 'invested', 'withdrawing'))
    .map(([size, account]) => {
      const dollars = toWire(microUsd(size))
      return posting([mine(account, dollars, dollars), other('custody', dollars, 'Bitcoin')])
    })
  fc.assert(
    fc.property(fc.array(transfer), (postings) => {
      const total = (goes: string) =>
        sum(
          legsOf(postings)
            .filter((leg) => leg.goes === goes)
            .flatMap(({ amounts }) => amounts.map(fromWire)),
        )
      return total('from') === total('to')
    }),
  )
})

test('runs keep every item, in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 })), (items) => {
      const runs = runsOf(items, (item, before) => item === before)
      expect(runs.flat()).toEqual(items)
      expect(runs.every((run, place) => place === 0 || runs[place - 1]?.[0] !== run[0])).toBe(true)
    }),
  )
})
