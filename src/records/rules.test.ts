import { describe, expect, test } from 'vitest'
import { CANCELLED, LEFT_EARLY } from '#kit/cancelled-rules.ts'
import { isOpen, readDate, shownState, whyNotOpen } from './rules.ts'

describe('a change of state', () => {
  const pay = { from: ['pending', 'waiting approval'], to: 'approved', done: 'paid' } as const
  test('is open from the states that it names alone', () => {
    expect(isOpen(pay, 'waiting approval')).toBe(true)
    expect(isOpen(pay, 'declined')).toBe(false)
  })
  test('that is not open says what it is open to', () => {
    expect(whyNotOpen('withdrawal', pay, 'declined')).toBe(
      'This withdrawal is declined: only one that is pending or waiting approval can be paid.',
    )
  })
})

test('what its investor has ended is cancelled, in the quiet colour; what was declined is declined', () => {
  expect(shownState({ status: 'declined', reason: CANCELLED })).toEqual({ status: 'completed', label: 'cancelled' })
  expect(shownState({ status: 'declined', reason: 'no such address' })).toEqual({ status: 'declined' })
  expect(shownState({ status: 'declined', reason: null })).toEqual({ status: 'declined' })
  // edited back
  expect(shownState({ status: 'pending', reason: CANCELLED })).toEqual({ status: 'pending' })
  expect(shownState({ status: 'completed', reason: LEFT_EARLY })).toEqual({ status: 'completed', label: 'left early' })
  expect(shownState({ status: 'declined', reason: LEFT_EARLY })).toEqual({ status: 'declined' })
})

describe('the date of an edit', () => {
  const now = new Date('2026-03-20T12:00:00.250Z')
  const then = new Date('2026-03-02T10:00:00.456Z')
  const other = new Date('2026-03-10T00:00:00Z')
  test('is read as ISO 8601, in UTC where it names no zone', () => {
    expect(readDate('2026-03-10', now)).toEqual({ date: other })
    expect(readDate('2026-03-10T00:00', now)).toEqual({ date: other })
    expect(readDate('2026-03-10T02:00:00.000+02:00', now)).toEqual({ date: other })
    expect(readDate(then.toISOString(), now)).toEqual({ date: then })
  })
  test.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-03-10T24:00',
    '1-1-1',
    '0000-01-01',
    '2026-03-10T00:00:00.0000Z',
    '2026-03-10 00:00',
    '1773100800',
  ])('the date "%s" cannot be read', (typed) => {
    expect(readDate(typed, now)).toEqual({ problem: 'Enter a date such as 2026-11-20 or 2026-11-20T09:30:00Z.' })
  })
  test('a date in the future is refused', () => {
    expect(readDate('2026-03-20T12:00:00.251Z', now)).toEqual({ problem: 'Enter a date that is not in the future.' })
  })
})
