import { expect, test } from 'vitest'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { dayAfter, type BooksNow } from '#whatif/rules.ts'
import { paceOf, mostPromised, uncoveredAt } from './plan-pace.ts'

const usd = (dollars: number) => microUsd(BigInt(dollars) * 1_000_000n)
const TODAY = '2026-11-27'
const TERMS = { daily_roi: percent(10_000n), ref_bonus: percent(50_000n), durations: [7, 30] }
const books = (reserve: number): BooksNow => ({
  ...{ custody: usd(0), atOnce: ZERO, unposted: ZERO, credit: ZERO, reserve: usd(reserve) },
  days: [{ day: TODAY, earnings: ZERO, principal: ZERO }],
})

test('an amount promises what it earns in the longest duration, and the bonus of its inviter', () => {
  expect(mostPromised(usd(1000), TERMS)).toBe(usd(300 + 50))
  expect(mostPromised(microUsd(3n), TERMS)).toBe(0n)
})

test('the pace of a plan is what began on it in 30 days', () => {
  expect(paceOf([{ began: '10.00' }, { began: '0.000001' }])).toBe(10_000_001n)
  expect(paceOf([])).toBe(0n)
})

test('the reserve covers the days whose earnings and bonuses it can bear', () => {
  // $100 more each day: the bonus $5, and earnings of $1, $2, $3 …: 6, 13, 21, 30 in all
  expect(uncoveredAt(usd(3000), TERMS, books(0))).toBe(dayAfter(TODAY, 1))
  expect(uncoveredAt(usd(3000), TERMS, books(6))).toBe(dayAfter(TODAY, 2))
  expect(uncoveredAt(usd(3000), TERMS, books(21))).toBe(dayAfter(TODAY, 4))
  expect(uncoveredAt(usd(3000), TERMS, books(1_000_000))).toBe(null)
  expect(uncoveredAt(ZERO, TERMS, books(0))).toBe(null)
})
