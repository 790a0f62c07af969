import { expect, test } from 'vitest'
import { fromWire } from '#money/micro-usd.ts'
import { readInvestAmount } from './invest-amount.ts'

const limits = { least: fromWire('100.00'), most: fromWire('5000.00') }
const problemOf = (typed: string, bonus?: string) =>
  readInvestAmount(typed, { ...limits, bonus: bonus === undefined ? undefined : fromWire(bonus) }).problem

test('takes what the plan takes, its ends included', () => {
  for (const typed of ['100', '100.00', '499.99', '5000']) expect(problemOf(typed)).toBeUndefined()
  expect(readInvestAmount('499.99', limits).amount).toBe(fromWire('499.99'))
})

test.each(['1,5', '1,00', '€500', '1.000,50', '500€', '1’000'])('says how to write %s', (typed) => {
  expect(problemOf(typed)).toMatch(/a point before the cents/)
})

test.each(['', 'five hundred', '-5', '0', '500.001', '1e3'])('refuses %s', (typed) => {
  expect(problemOf(typed)).toBeTruthy()
})

test('names the limits, and the bonus where it is less', () => {
  expect(problemOf('99.99')).toBe('The amount must be between $100.00 and $5,000.00.')
  expect(problemOf('5000.01')).toBe('The amount must be between $100.00 and $5,000.00.')
  expect(problemOf('200', '150.00')).toBe('Your bonus balance is $150.00.')
  expect(problemOf('150', '150.00')).toBeUndefined()
})
