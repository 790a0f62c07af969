import { expect, test } from 'vitest'
import { drawCoverage } from './coverage-picture.ts'

const kept = (coverages: readonly (string | null)[]) =>
  coverages.map((coverage, n) => ({
    ...{ day: `2026-11-0${n + 1}`, custody: '0.00', owed: '0.00', coverage },
    reserve: { yield: '0.00', committed: '0.00' },
  }))
const heights = (coverages: readonly (string | null)[]) =>
  (drawCoverage(kept(coverages)).lines[0] ?? '').split(' ').map((point) => Number(point.split(',')[1]))

test('days that were covered many times over leave room for those that follow, and it is said', () => {
  const [first = 0, second = 0, third = 0] = heights(['4000', '200', '110'])
  expect(first).toBe(second)
  expect(third).toBeGreaterThan(second + 50)
  expect(drawCoverage(kept(['4000', '200', '110'])).cut).toBe(true)
  expect(drawCoverage(kept(['200', '110', null])).cut).toBe(false)
})

test('a day on which nothing was owed is not drawn, and is no gap where no day was kept', () => {
  const { lines, dots, gaps } = drawCoverage(kept([null, '120', '80', null, '90', null]))
  expect(lines.map((line) => line.split(' ').map((point) => Number(point.split(',')[0])))).toEqual([[20, 40]])
  expect(dots.map(({ x }) => x)).toEqual([80])
  expect(gaps).toBe(0)
})
