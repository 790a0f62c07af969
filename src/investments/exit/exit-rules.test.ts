import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { earnedBy } from '../rules.ts'
import { exitAmounts, stillSays, walletAt } from './exit-rules.ts'

const BEGAN = new Date('2026-03-01T12:00:00.250Z')
const after = (milliseconds: number) => new Date(BEGAN.getTime() + milliseconds)

test('nobody leaves by a quote with a part of the principal, whatever was earned, credited and paid out since', () => {
  const terms = fc.record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 13n }).map(microUsd),
    rates: fc.tuple(fc.bigInt({ min: 0n, max: 50_000n }), fc.bigInt({ min: 0n, max: 50_000n })),
    duration: fc.integer({ min: 1, max: 30 }),
  })
  const story = fc.record({
    own: terms,
    other: terms,
    at: fc.integer({ min: 0, max: 10 * 86_400_000 }),
    passed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300_000 })),
    // what is in the wallet beside what these two have earned, and what is paid out of it after the quote
    wallet: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 12n })),
    part: fc.oneof(fc.constant(100n), fc.bigInt({ min: 0n, max: 100n })),
    paidBefore: fc.boolean(),
  })
  let kept = 0
  fc.assert(
    fc.property(story, ({ own, other, at, passed, wallet, part, paidBefore }) => {
      const running = [own, other].map(({ rates, ...rest }) => {
        const [early = 0n, daily = 0n] = rates.toSorted((one, two) => (one < two ? -1 : 1))
        return { ...rest, daily_roi: percent(daily), early_roi: percent(early), began_at: BEGAN }
      })
      const [left] = running
      if (left === undefined) return
      const [asked, now] = [after(at), after(at + passed)]
      const postedBy = (by: Date) => running.map((one) => ({ ...one, earned_posted: earnedBy(one, by) }))
      const totalBy = (by: Date) => postedBy(by).reduce((sum, one) => sum + one.earned_posted, 0n)
      // all that was earned is in the wallet, or has left it before
      const before = paidBefore ? 0n : wallet + totalBy(asked)
      const quote = exitAmounts(left, asked, walletAt(microUsd(before), postedBy(asked), asked))
      const earned = before + totalBy(now) - totalBy(asked)
      const balance = earned - (earned * part) / 100n
      const counted = exitAmounts(left, asked, walletAt(microUsd(balance), postedBy(now), asked))
      if (!stillSays(quote, counted)) return
      kept += 1
      expect(earnedBy(left, now) - quote.kept).toBeLessThanOrEqual(balance)
    }),
    { numRuns: 2_000 },
  )
  expect(kept).toBeGreaterThan(100)
  // the smallest of them: a second after the quote
  const one = {
    amount: microUsd(86_400n),
    daily_roi: percent(1_000_000n),
    early_roi: percent(0n),
    duration: 2,
    began_at: BEGAN,
  }
  const quote = exitAmounts(one, after(SECOND), microUsd(0n))
  const spent = walletAt(microUsd(0n), [{ ...one, earned_posted: microUsd(2n) }], after(SECOND))
  expect(spent).toBe(-1n)
  expect(stillSays(quote, exitAmounts(one, after(SECOND), spent))).toBe(false)
})
