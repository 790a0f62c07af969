import { expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { curveOf } from './curve.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00.000Z')

/** As much of an investment as the curve looks at. */
function investment(began: number | null, status: Investment['status'] = 'approved') {
  const began_at = began === null ? null : new Date(began).toISOString()
  return { status, amount: '500.00', daily_roi: '0.4', duration: 30, began_at } as Investment
}

test('one investment grows in a straight line from nothing to the whole', () => {
  const heights = curveOf([investment(NOW - 10 * DAY)], NOW)
  expect(heights[0]).toBe(0)
  expect(heights.at(-1)).toBe(1)
  expect(heights[12]).toBeCloseTo(0.5, 3)
})

test('a second one bends it upwards where it began', () => {
  const heights = curveOf([investment(NOW - 10 * DAY), investment(NOW - 5 * DAY)], NOW)
  expect(heights[12]).toBeCloseTo(1 / 3, 2)
  expect(heights.at(-1)).toBe(1)
})

test('it never falls', () => {
  const heights = curveOf([investment(NOW - 29 * DAY), investment(NOW - 3 * DAY)], NOW)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
})

test('what is not running draws nothing', () => {
  expect(curveOf([], NOW)).toEqual([])
  expect(curveOf([investment(null, 'pending'), investment(NOW - 40 * DAY, 'completed')], NOW)).toEqual([])
  expect(curveOf([investment(NOW)], NOW)).toEqual([])
})
