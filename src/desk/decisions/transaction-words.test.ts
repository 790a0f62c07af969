import { expect, test } from 'vitest'
import type { Status } from '#kit/wire.ts'
import type { TransactionUse } from '#records/contract.ts'
import { paidTogether, payeeHeading, payoutWords, usesApart } from './transaction-words.ts'

const use = (kind: TransactionUse['kind'], paid_at: string | null): TransactionUse => ({
  ...{ kind, id: kind, amount: '12.50', status: paid_at ? 'completed' : 'waiting approval', paid_at },
  ...{ created_at: '2026-11-21T17:55:00Z', user: { id: 'u', name: 'ines', email: 'ines@example.com' } },
})
const payout = use('withdrawal', '2026-11-23T12:59:00Z')
const refund = use('refund', '2026-11-23T12:59:00Z')
const investment = use('investment', null)
const paying = { kind: 'withdrawal', amount: '10.00' } as const

test('what one transaction paid together with a withdrawal is said calmly, with how much that was', () => {
  expect(usesApart(paying, [payout, refund])).toEqual({ together: [payout, refund], suspicious: [] })
  expect(paidTogether(paying, [payout, refund])).toBe(
    'The same transaction also paid 2 others: $35.00 together with this one.',
  )
  expect(paidTogether(paying, [payout])).toBe(
    'The same transaction also paid one other: $22.50 together with this one.',
  )
})

test('no sum is said where no more records are read, whatever else names the transaction', () => {
  const first = 'The same transaction also paid others. Here are the first'
  expect(paidTogether(paying, Array<TransactionUse>(20).fill(payout))).toBe(`${first} 20.`)
  expect(paidTogether(paying, [investment, ...Array<TransactionUse>(19).fill(payout)])).toBe(`${first} 19.`)
  expect(paidTogether(paying, [investment, payout])).toContain('$22.50')
})

test('what an investor names as the payment and was used before is warned of, and so is a payout that no record paid', () => {
  expect(usesApart(paying, [investment, payout])).toEqual({ together: [payout], suspicious: [investment] })
  const named = { kind: 'investment', amount: '10.00' } as const
  expect(usesApart(named, [investment, payout])).toEqual({ together: [], suspicious: [investment, payout] })
  const unpaid = use('withdrawal', null)
  expect(usesApart(paying, [unpaid]).suspicious).toEqual([unpaid])
})

test('what was paid has the time of its payout', () => {
  expect(payoutWords(payout)).toMatch(/^Paid Nov 23/)
  expect(payoutWords(refund)).toMatch(/^Recorded Nov 23/)
  expect(payoutWords(investment)).toMatch(/, made Nov 21/)
})

test('nobody is told to pay to an address that was paid to already, or is not to be paid to any more', () => {
  expect(['pending', 'approved', 'completed', 'declined'].map((status) => payeeHeading(status as Status))).toEqual([
    ...['Pay to this address', 'Pay to this address', 'Paid to this address', 'Was to be paid to this address'],
  ])
})
