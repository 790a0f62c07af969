import { expect, test } from 'vitest'
import type { Approval, Change } from '#approvals/contract.ts'
import { requestTitle } from '#approvals/rules.ts'
import { approvalFigures, approvalLine, whyItWaits } from './approval-words.ts'

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

test('a request says whose bonus moves, from what to what, and from when an investment earns', () => {
  const request = {
    moved: '10000.00',
    changes: [
      { field: 'date', before: '2026-03-01T12:00:00.000Z', after: '2025-03-01T12:00:00.000Z' },
      { field: 'earns_from', before: null, after: '2025-03-01T12:00:00.000Z' },
      { field: 'inviters_bonus', of: 'carol', before: '1450.00', after: '950.00' },
      { field: 'bonus_charged', before: '0.00', after: '350.00' },
    ],
  }
  const [date, earns, ...bonus] = approvalFigures(request)
  expect(date).toEqual({ term: 'Date', value: expect.stringMatching(/^Mar \d+, 2026, .* → Mar \d+, 2025, /) })
  expect(earns).toEqual({ term: 'Earns from', value: date?.value.split(' → ')[1] })
  expect(bonus).toEqual([
    { term: 'Referral bonus of carol', value: '$1,450.00 → $950.00' },
    { term: 'Bonus charged to adjustments', value: '$0.00 → $350.00' },
    { term: 'At stake', value: '$10,000.00' },
  ])
  expect(approvalLine(request)).toContain('Referral bonus of carol $1,450.00 → $950.00')
})

test('a request says which step before it whoever asked had taken, and no other', () => {
  const why = (own_step: Approval['own_step'], mine = false) =>
    whyItWaits({ why: 'own step', own_step, kind: 'approve investment', mine, asked_by: { id: 'a', name: 'anna' } })
  expect(why('identity')).toBe(
    'anna approved the investor’s identity, so above the limit another administrator has to agree.',
  )
  expect(why('plan', true)).toMatch(/^You set the plan’s terms or agreed to them, /)
  expect(why('no identity')).toMatch(/^The investor’s identity isn’t approved yet, /)
  // of what was asked for before it was kept: every step that counts
  expect(why(null)).toMatch(/^Above the limit, whoever approved the investor’s identity, made the plan or /)
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
