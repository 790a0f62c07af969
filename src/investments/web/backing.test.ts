import { expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'
import { backingOfEarnings, leftFor, nothingLeft } from './backing.ts'

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

/** $500 for 14 days earn $28.00, with a bonus of $25.00. */
const chosen = { plan: { daily_roi: '0.4', ref_bonus: '5' }, amount: usd(500), duration: 14, fromBonus: false }

test('an investment says which part of what it earns is set apart, and which is not', () => {
  const said = (free: string) => backingOfEarnings({ backing: 'disclosed', free, with_bonus: true }, chosen)
  expect(said('28.00')).toContain('All that this earns')
  expect(said('20.00')).toMatch(/^\$20\.00 of .*\$8\.00 is not/)
  expect(said('0.00')).toMatch(
    /^Nothing is set apart for what this earns\. Whether it can be paid depends on the money/,
  )
})

test('in strict the limit and the sentence at the button are one, and the bonus counts where the server counts it', () => {
  const cases = [
    { with_bonus: false, fromBonus: false, needs: '28.00', less: '27.99' },
    { with_bonus: true, fromBonus: false, needs: '53.00', less: '52.99' },
    { with_bonus: true, fromBonus: true, needs: '28.00', less: '27.99' },
  ]
  for (const { with_bonus, fromBonus, needs, less } of cases) {
    const at = (free: string) => {
      const reserve = { backing: 'strict' as const, free, with_bonus }
      const said = backingOfEarnings(reserve, { ...chosen, fromBonus })
      return { most: leftFor(reserve, chosen.plan, 14, fromBonus), said }
    }
    expect(at(needs)).toEqual({ most: usd(500), said: expect.stringContaining('before it is promised') })
    expect(at(less).most).toBeLessThan(usd(500))
    expect(at(less).said).toContain('is not set apart right now')
  }
  expect(leftFor({ backing: 'disclosed', free: '0.00', with_bonus: true }, chosen.plan, 14, false)).toBeNull()
})

test('a plan takes no new money where not even the least is left for its shortest duration, and a shorter one is advised only where that helps', () => {
  const plan = { ...chosen.plan, durations: [30, 7], min_amount: '100.00' }
  const at = (free: string, with_bonus = false) => ({ backing: 'strict' as const, free, with_bonus })
  // $100 for 7 days earn $2.80, for 30 days $12.00; the bonus is $5.00
  expect(nothingLeft(at('2.79'), plan, 7, false)).toContain('takes no new money')
  expect(nothingLeft(at('2.79'), plan, 30, false)).toBe(nothingLeft(at('0.00'), plan, 7, false))
  expect(nothingLeft(at('2.80'), plan, 7, false)).toBeUndefined()
  expect(nothingLeft(at('2.80'), plan, 7, false)).toBeUndefined()
  expect(nothingLeft(at('2.80'), plan, 30, false)).toBe(
    'Not enough is set apart for 30 days at the moment. Choose a shorter duration.',
  )
  expect(nothingLeft(at('12.00'), plan, 30, false)).toBeUndefined()
  expect(nothingLeft(at('7.79', true), plan, 7, false)).toContain('takes no new money')
  expect(nothingLeft(at('7.79', true), plan, 7, true)).toBeUndefined()
  expect(nothingLeft({ ...at('0.00'), backing: 'disclosed' }, plan, 7, false)).toBeUndefined()
})
