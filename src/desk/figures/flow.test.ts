import { expect, test } from 'vitest'
import { flowOf, barHeights, roundBelow } from './flow.ts'

const money = {
  days: [
    { day: '2026-11-19', in: '100.00', out: '0.00', own_in: '0.00', own_out: '0.00' },
    { day: '2026-11-20', in: '-5.00', out: '50.00', own_in: '1000.00', own_out: '0.00' },
  ],
}
const due = {
  days: Array.from({ length: 91 }, (_, place) => ({
    day: new Date(Date.UTC(2026, 10, 20 + place)).toISOString().slice(0, 10),
    count: 1,
    principal: '10.00',
    to_earn: '0.50',
  })),
}
const figures = { money, due } as unknown as Parameters<typeof flowOf>[0]

test('today and thirty days after it are a bar each, of ninety three share one, and none is lost', () => {
  for (const ahead of [30, 90] as const) {
    const coming = flowOf(figures, ahead).filter((bar) => bar.kind === 'coming')
    expect(coming).toHaveLength(31)
    expect(coming.reduce((count, bar) => count + bar.count, 0)).toBe(1 + ahead)
  }
  const [third, last] = flowOf(figures, 90).slice(-2)
  expect(third).toMatchObject({ day: '2027-02-15', last: '2027-02-17', principal: '30.00', toEarn: '1.50' })
  expect(last).toMatchObject({ day: '2027-02-18', last: '2027-02-18', principal: '10.00', toEarn: '0.50' })
})

test('bars are drawn on one scale; what a correction took back, and our own money, has no height', () => {
  const [first, second, third] = barHeights(flowOf(figures, 30))
  expect(first).toEqual({ up: 100, down: 0, tallest: 100 })
  expect(second).toEqual({ up: 0, down: 50, tallest: 100 })
  expect(third?.down).toBeCloseTo(10.5)
})

test('the line across the chart is a round amount below the tallest bar', () => {
  expect([0, 7, 23, 499, 1_234_567].map(roundBelow)).toEqual([1, 5, 20, 200, 1_000_000])
})
