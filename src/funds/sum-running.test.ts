/** What is counted in numbers, against the same in bigints, up to and beyond what numbers can hold. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { percent } from '#money/percent.ts'
import type { RunningOnTerms } from './dues-store.ts'
import { sumByDay } from './sum-running.ts'

const NOW = Date.UTC(2026, 10, 27, 12, 34, 56, 789)
const MIDNIGHT = Date.UTC(2026, 10, 28)
const SINCE_2000 = BigInt(Date.UTC(2000, 0, 1)) * 1000n

/** One by itself: `began` in microseconds since 1970. */
type One = { amount: bigint; rate: bigint; duration: number; began: bigint; source: string }

const near = (edge: bigint) => fc.bigInt({ min: edge - 3n, max: edge + 3n })
const one: fc.Arbitrary<One> = fc
  .record({
    amount: fc.oneof(
      fc.bigInt({ min: 1n, max: 10n ** 10n }),
      fc.bigInt({ min: 1n, max: 10n ** 7n }).map((cents) => cents * 10_000n),
      near(2n ** 43n),
      fc.bigInt({ min: 10n ** 12n, max: 10n ** 18n }),
    ),
    rate: fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 1_000_000n }), near(10_000_000n)),
    duration: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 8100, max: 8191 })),
    gone: fc.double({ min: -0.01, max: 1.01, noNaN: true }),
    micros: fc.bigInt({ min: 0n, max: 999_999n }),
    source: fc.constantFrom('payment', 'bonus', 'reinvest'),
  })
  .map(({ gone, micros, duration, ...rest }) => ({
    ...{ ...rest, duration },
    began: BigInt(NOW - Math.floor(gone * duration * DAY)) * 1000n + micros,
  }))

function packed(all: readonly One[]): RunningOnTerms[] {
  return all.map(({ amount, rate, duration, began, source }) => {
    const each = Buffer.alloc(16)
    each.writeBigInt64BE(began - SINCE_2000)
    each.writeBigInt64BE(amount, 8)
    return { plan_id: 'plan', daily_roi: percent(rate), duration, source, each }
  })
}

/** Business rules §4, for each by itself. */
function counted({ amount, rate, duration, began, source }: One) {
  const lasts = BigInt(duration) * 86_400n
  const by = (moment: number) => {
    const seconds = BigInt(moment) * 1000n - began < 0n ? 0n : (BigInt(moment) * 1000n - began) / 1_000_000n
    return seconds > lasts ? lasts : seconds
  }
  const after = (seconds: bigint) => (amount * rate * seconds) / (86_400n * 1_000_000n)
  const rest = (amount * rate) % 1_000_000n
  return {
    ends: Number(began / (BigInt(DAY) * 1000n)) + duration,
    principal: source === 'bonus' ? 0n : amount,
    ...{ total: after(lasts), earned: after(by(NOW)), by_midnight: after(by(MIDNIGHT)) },
    whole_day: (amount * rate) / 1_000_000n,
    fractions: rest === 0n ? [] : [Number(rest), Number(((amount * rate * by(MIDNIGHT)) / 86_400n) % 1_000_000n)],
  }
}

test('what is counted in numbers is what is counted in bigints, to the micro-dollar', async () => {
  await fc.assert(
    fc.asyncProperty(one, async (alone) => {
      const found = await sumByDay(packed([alone]), new Date(NOW), new Date(MIDNIGHT))
      expect(found).toEqual([{ plan_id: 'plan', ...counted(alone) }])
    }),
    { numRuns: 3000 },
  )
})

test('sums go beyond what numbers hold, and turns are given to others between', async () => {
  const amount = 2n ** 43n - 1n
  const alike: One = { amount, rate: 9_999n, duration: 365, began: BigInt(NOW - 40 * DAY) * 1000n, source: 'payment' }
  const each = Buffer.concat(Array.from({ length: 120_000 }, () => packed([alike])[0]?.each ?? Buffer.of()))
  const terms = {
    plan_id: 'plan',
    daily_roi: percent(alike.rate),
    duration: alike.duration,
    source: alike.source,
    each,
  }
  let turns = 0
  const others = setInterval(() => (turns += 1), 0)
  const [sum] = await sumByDay([terms], new Date(NOW), new Date(MIDNIGHT))
  clearInterval(others)
  const { principal, total, earned, by_midnight, whole_day } = counted(alike)
  expect(sum).toMatchObject(
    Object.fromEntries(
      Object.entries({ principal, total, earned, by_midnight, whole_day }).map(([name, of]) => [name, of * 120_000n]),
    ),
  )
  expect(turns).toBeGreaterThan(0)
})
