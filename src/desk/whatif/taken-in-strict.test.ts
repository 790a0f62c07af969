import { expect, test } from 'vitest'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { takenInStrict } from './taken-in-strict.ts'

const usd = (dollars: number) => microUsd(BigInt(dollars * 100) * 10_000n)
/** 2.8 % in all: 0.02 % for 90 days, and a bonus of 1 %. */
const TERMS = { daily_roi: percent(200n), ref_bonus: percent(10_000n), durations: [30, 90] }
const taken = (free: number, pace: number, minimum = 50) => takenInStrict(usd(free), TERMS, usd(pace), usd(minimum))

test('in strict new investments are taken as far as what is free covers them', () => {
  expect(taken(3, 0)).toBe(
    'Only what is set apart is promised: with the $3.00 that is free now, new investments of up to $107.14 in all are taken for 90 days.',
  )
})

test('at the present pace it is said about when that is used up', () => {
  expect(taken(3, 300)).toMatch(/ are taken for 90 days\. At its present pace that is used up in about 10 days\.$/)
  expect(taken(3, 100)).toMatch(/ used up in about 32 days\.$/)
  expect(taken(3, 90_000)).toMatch(/ used up within a day\.$/)
  expect(taken(3, 1)).toMatch(/ At its present pace that is enough for two years\.$/)
})

test('where nothing is free nobody can invest, nor where that is less than the minimum', () => {
  const nobody =
    'Only what is set apart is promised, and nothing is free now: nobody can invest until more is set apart.'
  expect(taken(0, 300)).toBe(nobody)
  expect(takenInStrict(fromWire('-1.00'), TERMS, ZERO, ZERO)).toBe(nobody)
  expect(taken(3, 300, 200)).toBe(
    'Only what is set apart is promised: the $3.00 that is free now covers $107.14 for 90 days. That is less than the minimum of $200.00, so nobody can invest for that long until more is set apart.',
  )
})

test('a plan that promises nothing needs nothing of the reserve', () => {
  const free = { ...TERMS, daily_roi: percent(0n), ref_bonus: percent(0n) }
  expect(takenInStrict(ZERO, free, usd(300), usd(50))).toBe('It promises nothing, so it needs nothing of the reserve.')
})
