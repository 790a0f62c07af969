import { expect, test } from 'vitest'
import type { Change } from '#approvals/contract.ts'
import { requestTitle } from '#approvals/rules.ts'
import { approvalFigures, approvalLine } from './approval-words.ts'

test('a request says in words that held money pays for an investment, and for which transaction it was held', () => {
  const request = {
    moved: '4000.00',
    changes: [
      { field: 'amount', before: null, after: '4000.00' },
      { field: 'from_held', before: null, after: '3000.00' },
      { field: 'from_suspense', before: null, after: 'QmzVn3Yb7wTt0cLkPq5rXs' },
    ],
  }
  expect(approvalFigures(request)).toEqual([
    { term: 'Amount', value: '$4,000.00' },
    { term: 'Paid with held money', value: '$3,000.00' },
    { term: 'Held for transaction', value: 'QmzVn3Yb7wTt0cLkPq5rXs' },
  ])
  expect(approvalLine(request)).toMatch(
    /^Amount \$4,000\.00, Paid with held money \$3,000\.00, Held for transaction QmzVn/,
  )
})

test('a withdrawal that is to be paid out is a payout, and one whose amount is corrected a correction', () => {
  const paid = { field: 'status', before: 'approved', after: 'completed' }
  const amount = { field: 'amount', before: '10.00', after: '20.00' }
  const txid = { field: 'txid', before: null, after: 'ab' }
  const asked = (...changes: Change[]) => requestTitle({ kind: 'update withdrawal', changes })
  expect(asked(paid, txid)).toBe('Payout of a withdrawal')
  expect(asked(paid, amount)).toBe('Correction of a withdrawal')
  expect(asked({ ...paid, before: 'declined' })).toBe('Correction of a withdrawal')
  expect(requestTitle({ kind: 'update investment', changes: [paid] })).toBe('Correction of an investment')
})
