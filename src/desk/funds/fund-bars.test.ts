import { expect, test } from 'vitest'
import { barsOf } from './fund-bars.ts'

test('the longest of all bars is the whole, and what is missing stands at its end', () => {
  const [first, second] = barsOf([
    { custody: '200.00', suspense: '50.00', to_pay: '0.00', shortfall: '0.00' },
    { custody: '40.00', suspense: '0.00', to_pay: '100.00', shortfall: '60.00' },
  ])
  expect(first).toEqual({ free: 75, suspense: 25, covered: 0, missing: 0 })
  expect(second).toEqual({ free: 20, suspense: 0, covered: 20, missing: 30 })
})

test('wallets that are empty have no bars', () => {
  expect(barsOf([{ custody: '0.00', suspense: '0.00', to_pay: '0.00', shortfall: '0.00' }])).toEqual([
    { free: 0, suspense: 0, covered: 0, missing: 0 },
  ])
})
