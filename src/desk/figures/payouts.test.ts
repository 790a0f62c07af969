import { expect, test } from 'vitest'
import { fromWire } from '#money/micro-usd.ts'
import { payoutsOf } from './payouts.ts'

const figures = {
  owed: {
    earnings: '10.00',
    accrued: '0.50',
    referral: '4.00',
    withdrawing: '5.50',
    invested: '900.00',
    bonus: '3.00',
  },
  held: { total: '130.00' },
  due: {
    days: Array.from({ length: 91 }, (_, place) => ({
      day: `day ${place}`,
      comes_back: place === 40 ? '100.00' : '0.00',
      earns: '0.25',
    })),
  },
} as unknown as Parameters<typeof payoutsOf>[0]

test('what may be asked for grows from what is withdrawable and asked for now by what is earned and comes back', () => {
  const { now, days } = payoutsOf(figures, 90)
  expect(now).toBe(fromWire('20.00'))
  expect(days.map(({ all }) => all).slice(0, 2)).toEqual([fromWire('20.25'), fromWire('20.50')])
  expect(days.at(-1)?.all).toBe(fromWire('142.75'))
  expect(payoutsOf(figures, 30).days).toHaveLength(31)
})

test('the first day that what is held does not cover is named, and none where it covers all', () => {
  expect(payoutsOf(figures, 90).short?.day).toBe('day 40')
  expect(payoutsOf(figures, 30).short).toBeUndefined()
})
