import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earnedBy, endOf, perSecond, perSecondToWire } from '#investments/rules.ts'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { earnedSince, grownSince, type Earning } from './growth.ts'

const BEGAN = new Date('2026-11-01T12:00:00.000Z')
const DAY = 86_400_000

type Run = { amount: bigint; daily: bigint; duration: number; startedBefore: number }

/** What the server answers for some investments at a moment. */
function answer(runs: readonly Run[], asOf: Date): Earning {
  const running = runs.map(termsOf).filter(({ began_at, duration }) => endOf(began_at, duration) > asOf)
  return {
    as_of: asOf.toISOString(),
    current_earning: toWire(sum(runs.map((run) => earnedBy(termsOf(run), asOf)))),
    running: running.map(({ amount, daily_roi, began_at, duration }) => ({
      per_seconds_earning: perSecondToWire(perSecond(amount, daily_roi)),
      ends_at: endOf(began_at, duration).toISOString(),
    })),
  }
}

function termsOf({ amount, daily, duration, startedBefore }: Run) {
  const began_at = new Date(BEGAN.getTime() - startedBefore)
  return { amount: microUsd(amount), daily_roi: percent(daily), duration, began_at }
}

const aRun: fc.Arbitrary<Run> = fc.record({
  amount: fc.bigInt({ min: 1_000_000n, max: 10n ** 13n }),
  daily: fc.bigInt({ min: 1n, max: 50_000n }),
  duration: fc.integer({ min: 1, max: 90 }),
  startedBefore: fc.integer({ min: 0, max: 95 * DAY }),
})

test('500.00 at 0.4 % a day has earned exactly 2.00 a day after the answer', () => {
  const earning = answer([{ amount: 500_000_000n, daily: 4000n, duration: 14, startedBefore: 0 }], BEGAN)
  expect(earning.current_earning).toBe('0.00')
  // the rate of a second is rounded down to the pico-dollar, so a day may lack a micro-dollar
  expect(earnedSince(earning, DAY)).toBeGreaterThanOrEqual(fromWire('1.999999'))
  expect(earnedSince(earning, DAY)).toBeLessThanOrEqual(fromWire('2.00'))
})

test('it grows by whole seconds', () => {
  const earning = answer([{ amount: 500_000_000n, daily: 4000n, duration: 14, startedBefore: 0 }], BEGAN)
  expect(earnedSince(earning, 999)).toBe(0n)
  expect(earnedSince(earning, 1000)).toBe(23n)
  expect(earnedSince(earning, 1999)).toBe(23n)
})

test('each investment stops at its own end', () => {
  const short = { amount: 100_000_000n, daily: 10_000n, duration: 1, startedBefore: 0 }
  const long = { ...short, duration: 30 }
  const earning = answer([short, long], BEGAN)
  const afterTwoDays = grownSince(earning, 2 * DAY)
  expect(afterTwoDays).toBeLessThanOrEqual(fromWire('3.00'))
  expect(afterTwoDays).toBeGreaterThan(fromWire('2.999'))
})

test('nothing grows where nothing runs, nor before the answer', () => {
  const earning = answer([{ amount: 100_000_000n, daily: 10_000n, duration: 1, startedBefore: 2 * DAY }], BEGAN)
  expect(earning.running).toEqual([])
  expect(grownSince(earning, 5 * DAY)).toBe(0n)
  expect(earnedSince(answer([], BEGAN), 5 * DAY)).toBe(0n)
  const running = answer([{ amount: 100_000_000n, daily: 10_000n, duration: 9, startedBefore: 0 }], BEGAN)
  expect(grownSince(running, -5000)).toBe(0n)
})

test('whatever runs, the counter is never ahead of the books and at most a hair behind', () => {
  fc.assert(
    fc.property(fc.array(aRun, { maxLength: 6 }), fc.integer({ min: 0, max: DAY }), (runs, passed) => {
      const shown = earnedSince(answer(runs, BEGAN), passed)
      const later = new Date(BEGAN.getTime() + passed)
      const inBooks = sum(runs.map((run) => earnedBy(termsOf(run), later)))
      expect(shown).toBeLessThanOrEqual(inBooks)
      // two roundings and one second of each, and a pico-dollar of each second
      const secondOfAll = runs.reduce((total, { amount, daily }) => total + (amount * daily) / 86_400_000_000n + 1n, 0n)
      expect(inBooks - shown).toBeLessThanOrEqual(secondOfAll + 3n * BigInt(runs.length) + 1n)
    }),
    { numRuns: 500 },
  )
})
