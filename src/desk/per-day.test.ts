import { expect, test } from 'vitest'
import { perDay } from './per-day.ts'
import { dollars } from '#money/show.ts'

test('what an investment earns in a day is told to the micro-dollar, as its investor is told it', () => {
  expect(perDay('500.00', '0.4')).toBe('$2.00')
  expect(perDay('5000.00', '0.4')).toBe('$20.00')
  expect(perDay('99.99', '0.3333')).toBe('$0.333266')
  expect(perDay('1000000000000.00', '100')).toBe('$1,000,000,000,000.00')
})

test('what is less than a cent a day is told to the micro-dollar and never as nothing', () => {
  expect(perDay('2.00', '0.2')).toBe('$0.004')
  expect(perDay('1.00', '0.0001')).toBe('$0.000001')
})

test('amounts in sentences are written as everywhere', () => {
  expect(dollars('-1250.50')).toBe('($1,250.50)')
})
