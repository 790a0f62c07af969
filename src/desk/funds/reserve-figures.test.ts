import { expect, test } from 'vitest'
import { fromWire, microUsd } from '#money/micro-usd.ts'
import { freeAfter, mostFreed, reserveFigures } from './reserve-figures.ts'

const AMOUNTS = { yield: '12.00', committed: '20.00', own: '5.00' }
const STRICT = { ...AMOUNTS, backing: 'strict' as const, free: '3.00', held: '9.00', needed_for_strict: '0.00' }
const DISCLOSED = {
  ...AMOUNTS,
  backing: 'disclosed' as const,
  free: '12.00',
  held: '0.00',
  needed_for_strict: '1.230001',
}

test('in strict what is held for investments that wait is no part of what is free, and both add up', () => {
  expect(reserveFigures(STRICT, '0.00').slice(0, 4)).toEqual([
    { term: 'Set apart, not promised yet', value: '$12.00' },
    { term: 'Of it, held for investments not approved yet', value: '$9.00' },
    { term: 'Of it, free for promises', value: '$3.00' },
    { term: 'Promised, and set apart', value: '$20.00' },
  ])
  expect(mostFreed(STRICT)).toBe(fromWire('3.00'))
  expect(freeAfter(STRICT, fromWire('2.00'))).toBe(fromWire('5.00'))
  expect(freeAfter(STRICT, microUsd(-1_000_000n))).toBe(fromWire('2.00'))
})

test('in disclosed nothing is held, and what strict needs is said to the cent above', () => {
  expect(reserveFigures(DISCLOSED, '7.00')).toEqual([
    { term: 'Free for promises', value: '$12.00' },
    { term: 'Promised, and set apart', value: '$20.00' },
    { term: 'Promised, not set apart', value: '$7.00' },
    { term: 'Needed for strict', value: '$1.24' },
    { term: 'Own and free', value: '$5.00' },
  ])
  expect(mostFreed(DISCLOSED)).toBe(fromWire('12.00'))
})

test('where less is held than is owed nothing is free in strict until enough is freed', () => {
  const short = { ...STRICT, own: '-2.00', free: '0.00' }
  expect(reserveFigures(short, '0.00')[2]).toEqual({ term: 'Of it, free for promises', value: '$0.00' })
  expect(freeAfter(short, microUsd(-1_000_000n))).toBe(0n)
  expect(freeAfter(short, microUsd(-2_000_000n))).toBe(fromWire('1.00'))
})
