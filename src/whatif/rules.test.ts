import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runway } from '#funds/runway.ts'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import {
  coverageOn,
  DAYS_AHEAD,
  dayAfter,
  foreseeBooks,
  withoutNewMoney,
  type Assumptions,
  type BooksNow,
  type ForeseenDay,
} from './rules.ts'

const TODAY = '2026-11-27'
const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1e6)))
const ALL = percent(1_000_000n)
const NOTHING_NEW: Assumptions = { newInvestments: null, withdrawn: ALL, run: null, returns: ZERO }

function books(
  now: Partial<Omit<BooksNow, 'days'>>,
  days: readonly (readonly [number, number])[] = [[0, 0]],
): BooksNow {
  return {
    ...{ custody: ZERO, atOnce: ZERO, unposted: ZERO, credit: ZERO, reserve: ZERO, ...now },
    days: days.map(([earnings, principal], n) => ({
      ...{ day: dayAfter(TODAY, n), earnings: usd(earnings), principal: usd(principal) },
    })),
  }
}

/**
 * The same, written apart and the long way: a heap of promises, each with its day, for every single day of every
 * investment; each day is taken from the heap, and a run goes through all of it.
 */
function longWay(now: BooksNow, assumed: Assumptions) {
  const e = new Map<number, bigint>()
  const p = new Map<number, bigint>()
  const add = (to: Map<number, bigint>, n: number, amount: bigint) => to.set(n, (to.get(n) ?? 0n) + amount)
  now.days.forEach(({ earnings, principal }, n) => {
    add(e, n, earnings)
    add(p, n, principal)
  })
  let custody = now.custody as bigint
  let reserve = now.reserve as bigint
  let kept = 0n
  let asked = 0n
  let returned = 0n
  const days: ForeseenDay[] = []
  let unpaidFrom: string | null = null
  let uncoveredFrom: string | null = null
  for (let n = 0; n < 730; n++) {
    const day = new Date(Date.parse(TODAY) + n * 86_400_000).toISOString().slice(0, 10)
    let bonus = 0n
    const each = assumed.newInvestments
    if (n > 0 && each) {
      custody += BigInt(each.count) * each.amount
      bonus = BigInt(each.count) * ((each.amount * each.ref_bonus) / 1_000_000n)
      let before = 0n
      for (let age = 1; age <= each.duration; age++) {
        const so = (each.amount * each.daily_roi * BigInt(age) * 86_400n) / (86_400n * 1_000_000n)
        add(e, n + age - 1, BigInt(each.count) * (so - before))
        before = so
      }
      add(p, n + each.duration, BigInt(each.count) * each.amount)
    }
    const all = (assumed.returns * BigInt(n)) / 30n
    custody += all - returned
    reserve += all - returned
    returned = all
    const promised = (e.get(n) ?? 0n) + bonus + (n === 0 ? now.unposted : 0n)
    if (promised > reserve) uncoveredFrom ??= day
    reserve = reserve > promised ? reserve - promised : 0n
    const due = (e.get(n) ?? 0n) + (p.get(n) ?? 0n) + bonus + (n === 0 ? now.atOnce : 0n)
    const now_asked = (due * assumed.withdrawn) / 1_000_000n
    asked += now_asked
    kept += due - now_asked
    e.delete(n)
    p.delete(n)
    if (assumed.run?.day === day) {
      const leave = (amount: bigint) => (amount * (assumed.run?.share ?? 0n)) / 1_000_000n
      asked += leave(kept)
      kept -= leave(kept)
      for (const [later, amount] of p) {
        asked += leave(amount)
        p.set(later, amount - leave(amount))
      }
      for (const [later, amount] of e) e.set(later, amount - leave(amount))
    }
    const paid = asked > custody ? custody : asked
    custody -= paid
    asked -= paid
    if (asked > 0n) unpaidFrom ??= day
    const owed = asked + kept + [...p.values()].reduce((sum, amount) => sum + amount, 0n) + now.credit
    days.push({ day, custody, owed, reserve, unpaid: asked } as ForeseenDay)
  }
  return { days, unpaidFrom, uncoveredFrom }
}

const amount = (most: bigint) => fc.bigInt({ min: 0n, max: most }).map(microUsd)
const share = fc.bigInt({ min: 0n, max: 1_000_000n }).map(percent)
const anyBooks = fc.record({
  ...{ custody: amount(10n ** 13n), atOnce: amount(10n ** 11n), unposted: amount(10n ** 9n) },
  ...{ credit: amount(10n ** 9n), reserve: amount(10n ** 11n) },
  days: fc
    .oneof({ weight: 4, arbitrary: fc.constant(90) }, fc.constant(1000), fc.constant(1))
    .chain((maxLength) =>
      fc.array(fc.tuple(amount(10n ** 9n), amount(10n ** 10n)), { minLength: 1, maxLength, size: 'max' }),
    )
    .map((days) => days.map(([earnings, principal], n) => ({ day: dayAfter(TODAY, n), earnings, principal }))),
})
const anyAssumptions = fc.record({
  newInvestments: fc.option(
    fc.record({
      ...{ count: fc.integer({ min: 1, max: 50 }), amount: amount(10n ** 10n) },
      ...{ daily_roi: fc.bigInt({ min: 0n, max: 50_000n }).map(percent), ref_bonus: share },
      duration: fc.integer({ min: 1, max: 400 }),
    }),
  ),
  withdrawn: fc.oneof(fc.constant(ALL), share),
  run: fc.option(fc.record({ day: fc.integer({ min: 0, max: 729 }).map((n) => dayAfter(TODAY, n)), share })),
  returns: fc.oneof(fc.constant(ZERO), amount(10n ** 10n)),
})

test('two years are those of a simulation written the long way, to the micro-dollar and the day, of 100 random books', () => {
  let [unpaid, ran] = [0, 0]
  fc.assert(
    fc.property(anyBooks, anyAssumptions, (now, assumed) => {
      const found = foreseeBooks(now, assumed)
      expect(found).toEqual(longWay(now, assumed))
      expect(found.days).toHaveLength(DAYS_AHEAD)
      if (found.unpaidFrom !== null) unpaid++
      if (assumed.run !== null) ran++
    }),
    { numRuns: 100 },
  )
  expect([unpaid > 5, ran > 20]).toEqual([true, true])
})

test('with no new money and everything withdrawn, the first day that cannot be paid is the one after the runway’s last', () => {
  fc.assert(
    fc.property(anyBooks, (now) => {
      const { until } = runway({ ...now, asOf: new Date(TODAY) })
      const { unpaidFrom } = foreseeBooks(now, NOTHING_NEW)
      const last = dayAfter(TODAY, Math.min(DAYS_AHEAD, now.days.length) - 1)
      if (unpaidFrom === null) expect(until !== null && until >= last).toBe(true)
      else expect(unpaidFrom).toBe(until === null ? TODAY : dayAfter(until, 1))
    }),
  )
})

test('a hopeless plan is paid out of new principal until it isn’t', () => {
  // 2 % a day for 30 days, nothing behind it, 10 new investments of $100 a day
  const newInvestments = {
    count: 10,
    amount: usd(100),
    daily_roi: percent(20_000n),
    duration: 30,
    ref_bonus: percent(0n),
  }
  const assumed = { ...NOTHING_NEW, newInvestments }
  const { days, unpaidFrom, uncoveredFrom } = foreseeBooks(books({}), assumed)
  // the first cohort comes and earns on the same day
  expect(days[1]).toEqual({ day: dayAfter(TODAY, 1), custody: usd(980), owed: usd(1000), reserve: ZERO, unpaid: ZERO })
  expect(coverageOn(days[1] as ForeseenDay)).toBe('98')
  expect(uncoveredFrom).toBe(dayAfter(TODAY, 1))
  // from then on no day is better covered than the one before, until it cannot be paid
  const end = days.findIndex(({ unpaid }) => unpaid > 0n)
  expect(dayAfter(TODAY, end)).toBe(unpaidFrom)
  for (let n = 2; n < end; n++) {
    expect(Number(coverageOn(days[n] as ForeseenDay))).toBeLessThanOrEqual(
      Number(coverageOn(days[n - 1] as ForeseenDay)),
    )
  }
  expect(end).toBeGreaterThan(30)
  expect(end).toBeLessThan(80)
})

test('what the reserve earns in 30 days comes day by day, to the micro-dollar in all', () => {
  const { days } = foreseeBooks(books({ reserve: usd(5) }), { ...NOTHING_NEW, returns: microUsd(100n) })
  expect([days[1], days[2], days[3]].map((day) => day?.reserve)).toEqual([5_000_003n, 5_000_006n, 5_000_010n])
  expect(days[30]?.reserve).toBe(5_000_100n)
  expect(days[30]?.custody).toBe(100n)
})

test('a run takes its share of wallets and principal at once, and what they would have earned with it', () => {
  const now = books({ custody: usd(1000), atOnce: usd(100) }, [
    [10, 0],
    [10, 0],
    [10, 500],
  ])
  const monday = dayAfter(TODAY, 1)
  const { days, unpaidFrom } = foreseeBooks(now, {
    ...{ newInvestments: null, withdrawn: percent(0n), returns: ZERO },
    run: { day: monday, share: percent(400_000n) },
  })
  // 40 % of the 120 in wallets by then and of the 500 that run
  expect(days[1]).toMatchObject({ custody: usd(1000 - 48 - 200), owed: usd(72 + 300), unpaid: ZERO })
  // of the last day 60 % is left
  expect(days[2]).toMatchObject({ custody: usd(752), owed: usd(72 + 6 + 300) })
  expect(unpaidFrom).toBe(null)
})

test('what cannot be paid stays asked for, and is paid first when money comes', () => {
  const { days, unpaidFrom } = foreseeBooks(books({ atOnce: usd(90) }), { ...NOTHING_NEW, returns: usd(300) })
  expect(unpaidFrom).toBe(TODAY)
  expect(days.slice(0, 12).map(({ unpaid }) => unpaid / 1_000_000n)).toEqual([
    ...[90n, 80n, 70n, 60n, 50n, 40n, 30n, 20n, 10n, 0n, 0n, 0n],
  ])
  expect(days[11]?.custody).toBe(usd(20))
})

test('the reserve bears earnings and bonuses, first of all what is earned and not posted, and says when it is used up', () => {
  const now = books({ custody: usd(1000), reserve: usd(25), atOnce: usd(5), unposted: usd(5) }, [
    [10, 0],
    [10, 0],
    [10, 100],
  ])
  const { days, uncoveredFrom } = foreseeBooks(now, NOTHING_NEW)
  expect(days.slice(0, 3).map(({ reserve }) => reserve)).toEqual([usd(10), usd(0), usd(0)])
  expect(uncoveredFrom).toBe(dayAfter(TODAY, 2))
})

test('no new money is the same without new investments and without what the reserve earns', () => {
  const assumed: Assumptions = {
    newInvestments: { count: 1, amount: usd(1), daily_roi: ALL, duration: 1, ref_bonus: ALL },
    withdrawn: percent(500_000n),
    run: { day: TODAY, share: ALL },
    returns: usd(5),
  }
  expect(withoutNewMoney(assumed)).toEqual({ ...assumed, newInvestments: null, returns: ZERO })
})

test('coverage is what is held of what is owed, and none where nothing is owed', () => {
  expect(coverageOn({ custody: usd(2), owed: usd(3) })).toBe('66.66')
  expect(coverageOn({ custody: usd(3), owed: ZERO })).toBe(null)
})
