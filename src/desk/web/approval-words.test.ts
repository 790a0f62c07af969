import { expect, test } from 'vitest'
import { figuresOf, lineOf } from './approval-words.ts'

test('a request says in words that held money pays for an investment, and for which transaction it was held', () => {
  const request = {
    moved: '4000.00',
    changes: [
      { field: 'amount', before: null, after: '4000.00' },
      { field: 'from_held', before: null, after: '3000.00' },
      { field: 'from_suspense', before: null, after: 'QmzVn3Yb7wTt0cLkPq5rXs' },
    ],
  }
  expect(figuresOf(request)).toEqual([
    { term: 'Amount', value: '$4,000.00' },
    { term: 'Paid with held money', value: '$3,000.00' },
    { term: 'Held for transaction', value: 'QmzVn3Yb7wTt0cLkPq5rXs' },
  ])
  expect(lineOf(request)).toMatch(/^Amount \$4,000\.00, Paid with held money \$3,000\.00, Held for transaction QmzVn/)
})
