import { expect, test } from 'vitest'
import { fromWire } from '#money/micro-usd.ts'
import { presetsOf } from './presets.ts'

const labels = (least: string, most: string) => presetsOf(fromWire(least), fromWire(most)).map(({ label }) => label)

test('presets are the least, two round amounts above it and the most', () => {
  expect(labels('100.00', '5000.00')).toEqual(['$100', '$500', '$1,000', 'Max'])
  expect(labels('10.00', '100.00')).toEqual(['$10', '$50', 'Max'])
  expect(labels('250.00', '1000000.00')).toEqual(['$250', '$500', '$1,000', 'Max'])
  expect(labels('19.99', '30.00')).toEqual(['$19.99', 'Max'])
})

test('a plan of one amount has one preset', () => {
  expect(presetsOf(fromWire('50.00'), fromWire('50.00'))).toEqual([{ label: '$50', amount: '50' }])
})

test('presets are written as people type them', () => {
  expect(presetsOf(fromWire('19.99'), fromWire('3000.50')).map(({ amount }) => amount)).toEqual([
    '19.99',
    '50',
    '100',
    '3000.50',
  ])
})
