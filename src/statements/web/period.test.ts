import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownDay, daysOfPeriod, isPeriod, PERIODS, periodNameOf } from './period.ts'

const TODAY = new Date(2026, 2, 11, 15)

test.each([
  ['month', '2026-03-01', '2026-03-11'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-11'],
] as const)('%s is from %s to %s', (name, from, to) => {
  expect(daysOfPeriod(name, TODAY, {})).toEqual({ from, to })
})

test('the month before January is the December of the year before', () => {
  expect(daysOfPeriod('last-month', new Date(2026, 0, 31), {})).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('an own period is what was chosen, and only in order one to ask for', () => {
  expect(daysOfPeriod('own', TODAY, { from: '2026-01-05', to: '2026-01-04' })).toEqual({
    from: '2026-01-05',
    to: '2026-01-04',
  })
  expect(isPeriod({ from: '2026-01-05', to: '2026-01-04' })).toBe(false)
  expect(isPeriod({ from: '2026-01-05' })).toBe(false)
  expect(isPeriod({ from: '2026-01-05', to: '2026-01-05' })).toBe(true)
})

test('what an address holds instead of days is no period', () => {
  for (const garbage of ['garbage', '2026-13-01', '12026-01-01', '2026-1-5', '<script>']) {
    expect(isPeriod({ from: garbage, to: garbage })).toBe(false)
  }
})

test('every period of any day is one to ask for', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(2020, 0, 1), max: new Date(2040, 0, 1), noInvalidDate: true }), (today) => {
      const own = { from: ownDay(today), to: ownDay(today) }
      expect(PERIODS.every((name) => isPeriod(daysOfPeriod(name, today, own)))).toBe(true)
    }),
  )
})

test('an address that names no period asks for this month', () => {
  expect(periodNameOf('year')).toBe('year')
  expect(periodNameOf('decade')).toBe('month')
  expect(periodNameOf(undefined)).toBe('month')
})
