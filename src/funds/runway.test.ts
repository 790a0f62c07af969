import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { type DueDay, type Dues, paidUntil, runway } from './runway.ts'

const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1_000_000)))
const dayAt = (place: number) => new Date(Date.UTC(2026, 10, 27) + place * 86_400_000).toISOString().slice(0, 10)
const duesOf = (custody: number, atOnce: number, days: readonly (readonly [number, number])[]): Dues => ({
  ...{ asOf: new Date('2026-11-27T12:00:00Z'), custody: usd(custody), atOnce: usd(atOnce) },
  days: days.map(([earnings, principal], place) => ({
    ...{ day: dayAt(place), earnings: usd(earnings), principal: usd(principal) },
  })),
})
const WHOLE = percent(1_000_000n)

test('what is held lasts until the last day that it pays in full', () => {
  const days = [
    [1, 0],
    [1, 0],
    [1, 100],
  ] as const
  expect(runway(duesOf(108, 5, days))).toEqual({ until: dayAt(2), ifAll: '100' })
  expect(runway(duesOf(107.999999, 5, days)).until).toBe(dayAt(1))
  expect(runway(duesOf(7, 5, days)).until).toBe(dayAt(1))
  expect(runway(duesOf(6, 5, days)).until).toBe(dayAt(0))
  expect(runway(duesOf(5.999999, 5, days))).toEqual({ until: null, ifAll: '5.71' })
})

test('a day that cannot be paid is not made up for by one on which nothing is due', () => {
  const days = [
    [1, 0],
    [9, 0],
    [0, 0],
  ] as const
  expect(runway(duesOf(2, 0, days)).until).toBe(dayAt(0))
})

test('where nobody is owed anything there is nothing to be a part of', () => {
  expect(runway(duesOf(3, 0, [[0, 0]]))).toEqual({ until: dayAt(0), ifAll: null })
  expect(runway(duesOf(0, 0, [[0, 0]]))).toEqual({ until: dayAt(0), ifAll: null })
})

test('a share of what falls due is rounded down on each day', () => {
  const days = [dayAt(0), dayAt(1), dayAt(2)].map((day) => ({ day, amount: microUsd(3n) }))
  // half of three is one
  expect(paidUntil(microUsd(3n), days, percent(500_000n))).toBe(dayAt(2))
  expect(paidUntil(microUsd(2n), days, percent(500_000n))).toBe(dayAt(1))
  expect(paidUntil(ZERO, days, percent(0n))).toBe(dayAt(2))
})

test('two percent a day with nothing behind it is below all that is owed from its first day', () => {
  // 1,000 was paid in and 2 % of it are earned on each of thirty days; after a day 20 is owed on top, and nothing came in
  const thirty = Array.from({ length: 30 }, (_, place): [number, number] => [20, place === 29 ? 1000 : 0])
  const first = duesOf(1000, 20, thirty.slice(1))
  const { until, ifAll } = runway(first)
  expect(ifAll).toBe('98.03')
  expect(until).toBe(dayAt(27))
})

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n })
const books = fc.record({
  custody: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  atOnce: amounts,
  days: fc.array(fc.tuple(amounts, amounts), { minLength: 1, maxLength: 400 }),
  share: fc.bigInt({ min: 0n, max: 100n }),
})

test('it agrees with somebody who pays day by day, to the micro-dollar and the day', () => {
  fc.assert(
    fc.property(books, ({ custody, atOnce, days, share }) => {
      const due: DueDay[] = days.map(([earnings, principal], place) => ({
        ...{ day: dayAt(place), earnings: microUsd(earnings), principal: microUsd(principal) },
      }))
      const dues = {
        asOf: new Date('2026-11-27T12:00:00Z'),
        custody: microUsd(custody),
        atOnce: microUsd(atOnce),
        days: due,
      }
      const paid = payDayByDay({ custody, atOnce, days, share })
      expect(runway(dues, percent(share * 10_000n)).until).toBe(paid === -1 ? null : dayAt(paid))
    }),
    { numRuns: 300 },
  )
})

/** The place of the last day that is paid in full, -1 if none is. */
function payDayByDay(of: { custody: bigint; atOnce: bigint; days: [bigint, bigint][]; share: bigint }): number {
  let purse = of.custody
  for (let place = 0; place < of.days.length; place += 1) {
    const [earnings, principal] = of.days[place] ?? [0n, 0n]
    const asked = earnings + principal + (place === 0 ? of.atOnce : 0n)
    const pays = (asked * of.share) / 100n
    if (pays > purse) return place - 1
    purse -= pays
  }
  return of.days.length - 1
}

test('less is never paid for longer, and a smaller share never for a shorter time', () => {
  fc.assert(
    fc.property(books, amounts, ({ custody, atOnce, days, share }, more) => {
      const due = days.map(([earnings, principal], place) => ({
        ...{ day: dayAt(place), amount: microUsd(earnings + principal + (place === 0 ? atOnce : 0n)) },
      }))
      const placeOf = (until: string | null) => due.findIndex(({ day }) => day === until)
      const until = placeOf(paidUntil(microUsd(custody), due, percent(share * 10_000n)))
      expect(placeOf(paidUntil(microUsd(custody + more), due, percent(share * 10_000n)))).toBeGreaterThanOrEqual(until)
      expect(placeOf(paidUntil(microUsd(custody), due, WHOLE))).toBeLessThanOrEqual(until)
    }),
  )
})
