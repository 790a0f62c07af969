import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire, microUsd, parseAmount } from '#money/micro-usd.ts'
import { portionsOf } from './portions.ts'

test('portions are a quarter, a half and all, rounded down to the cent', () => {
  expect(portionsOf(fromWire('20.019999'))).toEqual([
    { label: '25%', amount: '5.00' },
    { label: '50%', amount: '10.00' },
    { label: 'All', amount: '20.01' },
  ])
})

test('below a dollar there are none', () => {
  expect(portionsOf(fromWire('0.99'))).toEqual([])
})

test('a portion can always be typed and is never more than there is', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000n, max: 10n ** 18n }), (micros) => {
      for (const { amount } of portionsOf(microUsd(micros))) {
        const read = parseAmount(amount)
        expect('amount' in read && read.amount <= micros).toBe(true)
      }
    }),
  )
})
