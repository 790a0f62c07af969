import { expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'
import { backingOfEarnings } from './backing.ts'

const usd = (dollars: number) => microUsd(BigInt(dollars) * 1_000_000n)

test('a plan says what of its earnings is set apart in advance', () => {
  expect(backingOfPlan({ backing: 'strict', free: '0.00' }, dollars)).toBe(
    'Earnings are set apart in full before they are promised.',
  )
  expect(backingOfPlan({ backing: 'disclosed', free: '0.00' }, dollars)).toBe('Earnings are not set apart in advance.')
  expect(backingOfPlan({ backing: 'disclosed', free: '12.50' }, dollars)).toContain('$12.50 is set apart')
  // to strangers, where the operator hides the figure from them
  expect(backingOfPlan({ backing: 'disclosed', free: null }, dollars)).toBe(
    'Earnings may not all be set apart in advance. Once you have signed in, you can see how much is.',
  )
  expect(backingOfPlan({ backing: 'strict', free: null }, dollars)).toBe(
    'Earnings are set apart in full before they are promised.',
  )
})

test('an investment says which part of what it earns is set apart, and which is not', () => {
  expect(backingOfEarnings({ backing: 'disclosed', free: '28.00' }, usd(28))).toContain('All that this earns')
  expect(backingOfEarnings({ backing: 'disclosed', free: '20.00' }, usd(28))).toMatch(/^\$20\.00 of .*\$8\.00 is not/)
  expect(backingOfEarnings({ backing: 'disclosed', free: '0.00' }, usd(28))).toMatch(
    /^Nothing is set apart for what this earns\. Whether it can be paid depends on the money/,
  )
  expect(backingOfEarnings({ backing: 'strict', free: '28.00' }, usd(28))).toContain('before it is promised')
  expect(backingOfEarnings({ backing: 'strict', free: '27.99' }, usd(28))).toContain('is not set apart right now')
})
