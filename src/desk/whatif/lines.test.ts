import { expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { marksOf, paidInWords, undrawnIn } from './lines.ts'

const usd = (dollars: number) => microUsd(BigInt(dollars) * 1_000_000n)
const days = (...covered: readonly (readonly [held: number, owed: number])[]) =>
  covered.map(([held, owed], n) => ({
    ...{ day: `2026-11-0${n + 1}`, custody: usd(held), owed: usd(owed), reserve: usd(0) },
  }))
const notes = (...lines: Parameters<typeof undrawnIn>[0]) => undrawnIn(lines, 'coverage', 30)

test('a chart of coverage says where nothing is owed, and that there is nothing to draw at all', () => {
  expect(notes(days([1, 0], [2, 0]))).toEqual([
    'Nothing is owed on any of these days, so there is no coverage to draw.',
  ])
  expect(notes(days([1, 1], [2, 0]))).toEqual(['No line where nothing is owed.'])
  expect(undrawnIn([days([1, 1], [2, 0])], 'coverage', 1)).toEqual([])
})

test('a chart of coverage says that it is cut off at 200 percent', () => {
  expect(notes(days([2, 1], [1, 1]))).toEqual([])
  expect(notes(days([201, 100], [1, 1]))).toEqual(['Drawn up to 200%.'])
})

test('days that were not kept, and what is not coverage, are nothing to speak of', () => {
  expect(notes([undefined, ...days([1, 1])])).toEqual([])
  expect(undrawnIn([days([900, 1], [1, 0])], 'held', 30)).toEqual([])
})

test('that every day can be paid is not said without whose money that takes', () => {
  const never = { unpaidFrom: null, uncoveredFrom: null }
  const later = { unpaidFrom: '2026-12-10', uncoveredFrom: '2026-12-01' }
  expect(paidInWords(never, never)).toBe('Every day of the two years can be paid in full.')
  expect(paidInWords(never, later)).toBe(
    'Every day of the two years can be paid in full, but only with new investors’ money. Without it, Dec 10, 2026 is the first day that can’t be paid in full.',
  )
  expect(paidInWords(later, never)).toBe('Dec 10, 2026 is the first day that can’t be paid in full.')
})

test('nor from when on the reserve does not bear what was promised', () => {
  const paid = { unpaidFrom: null, uncoveredFrom: '2027-01-11' }
  expect(paidInWords(paid, paid)).toBe(
    'Every day of the two years can be paid in full, but from Jan 11, 2027 the reserve doesn’t cover all earnings and bonuses.',
  )
  expect(paidInWords(paid, { unpaidFrom: '2026-12-10' })).toBe(
    'Every day of the two years can be paid in full, but only with new investors’ money. Without it, Dec 10, 2026 is the first day that can’t be paid in full. From Jan 11, 2027 the reserve doesn’t cover all earnings and bonuses.',
  )
})

test('a chart of coverage always names 100 percent, and others their top and its half', () => {
  expect(marksOf('coverage', 150)).toEqual([150, 100])
  expect(marksOf('coverage', 200)).toEqual([200, 100])
  expect(marksOf('coverage', 100)).toEqual([100, 50])
  expect(marksOf('held', 150)).toEqual([150, 75])
  expect(marksOf('reserve', 30)).toEqual([30, 15])
})
