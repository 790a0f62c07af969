import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earned, earnedBy, earnedSince, endOf, type RunningEarnings } from '#investments/rules.ts'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { percent, percentToWire } from '#money/percent.ts'
import type { StoryLine } from '#statements/contract.ts'
import { checkLines } from './check.ts'
import { formulaOf } from './formula.ts'
import { investmentsIn, knotsOf, sharesOf } from './knots.ts'
import { liveEarnings, totalEarned } from './live-earnings.ts'
import { storyOf } from './story.ts'

const BEGAN = '2026-03-01T12:00:00.000Z'
const DAY = 86_400

const steady = { principal: '500.00', daily_roi: '0.4', seconds_from: 0, seconds_to: DAY, began_at: BEGAN }

/** What an investment earned day by day from its beginning, newest first, as the server tells it. */
function daysOfEarnings(days: number, { id = 'a', principal = '500.00', before = '0.00' } = {}): StoryLine[] {
  const rate = percent(4000n)
  let balance = fromWire(before)
  return Array.from({ length: days }, (_, day): StoryLine => {
    const [from, to] = [day * DAY, (day + 1) * DAY]
    const amount = microUsd(earned(fromWire(principal), rate, to) - earned(fromWire(principal), rate, from))
    balance = sum([balance, amount])
    return {
      id: `${id}${day}`,
      at: new Date(Date.parse(BEGAN) + to * 1000).toISOString(),
      kind: 'investment earned',
      amount: toWire(amount),
      balance_after: toWire(balance),
      by: 'system',
      reason: null,
      cause: { kind: 'investment', id, title: 'Steady' },
      yield: { principal, daily_roi: '0.4', seconds_from: from, seconds_to: to, began_at: BEGAN },
      shares: [],
    }
  }).reverse()
}

function topUp(amount: string, balance_after: string, at: string): StoryLine {
  const cause = { kind: 'user', id: 'u', title: '' } as const
  return {
    id: at,
    at,
    kind: 'top up',
    amount,
    balance_after,
    by: 'administrator',
    reason: null,
    cause,
    yield: null,
    shares: [],
  }
}

test('500.00 at 0.4 % a day for a day is exactly 2.00', () => {
  expect(formulaOf(steady, fromWire('2.00'))).toMatchObject({
    seconds: DAY,
    from: Date.parse(BEGAN),
    to: Date.parse('2026-03-02T12:00:00.000Z'),
    whole: true,
    roundedDown: false,
    carried: 0n,
  })
})

test('no formula pretends to give an amount that it does not give', () => {
  expect(formulaOf(steady, fromWire('2.000001'))).toBeUndefined()
})

test('whatever the terms, the formula’s parts give the amount that the books credit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      fc.nat(DAY * 90),
      fc.nat(DAY * 3),
      (principal, rate, seconds_from, seconds) => {
        const at = (by: number) => earned(microUsd(principal), percent(rate), by)
        const amount = microUsd(at(seconds_from + seconds) - at(seconds_from))
        const terms = { principal: toWire(microUsd(principal)), daily_roi: percentToWire(percent(rate)) }
        const yielded = { ...terms, seconds_from, seconds_to: seconds_from + seconds, began_at: BEGAN }
        const formula = formulaOf(yielded, amount)
        const rounded = earned(microUsd(principal), percent(rate), seconds)
        expect(formula).toMatchObject({ seconds, amount, carried: amount - rounded })
        expect([0n, 1n]).toContain(formula?.carried)
      },
    ),
  )
})

test('the earnings of neighbouring days of a month are one knot, and months are not mixed', () => {
  const knots = knotsOf(daysOfEarnings(40))
  expect(knots.map(({ lines }) => lines.length)).toEqual([10, 30])
  expect(knots.map(({ amount }) => amount)).toEqual([fromWire('20.00'), fromWire('60.00')])
})

test('what comes in between parts the days', () => {
  const [newer, older] = [daysOfEarnings(5).slice(0, 2), daysOfEarnings(5).slice(2)]
  const knots = knotsOf([...newer, topUp('100.00', '106.00', '2026-03-04T13:00:00.000Z'), ...older])
  expect(knots.map(({ lines }) => lines.length)).toEqual([2, 1, 3])
})

test('a knot of several investments is told for each, its days taken together', () => {
  const [one, other] = [daysOfEarnings(3), daysOfEarnings(3, { id: 'b', principal: '100.01' })]
  const [knot] = knotsOf(one.flatMap((line, day) => [line, ...other.slice(day, day + 1)]))
  if (!knot) throw new Error('There is no knot.')
  expect(investmentsIn(knot)).toBe(2)
  const shares = sharesOf(knot)
  expect(shares.map(({ cause, amount }) => [cause.id, toWire(amount)])).toEqual([
    ['a', '6.00'],
    ['b', '1.20012'],
  ])
  expect(shares[0]?.yield).toEqual({ ...steady, seconds_to: 3 * DAY })
  expect(shares.every((share) => share.yield && formulaOf(share.yield, share.amount))).toBe(true)
})

test('a posting that several investments share is told for each, with what each has of it', () => {
  const [one, other] = [daysOfEarnings(3), daysOfEarnings(3, { id: 'b', principal: '100.01' })]
  const together = one.map((line, day): StoryLine => {
    const parts = [line, other[day] ?? line]
    return {
      ...line,
      ...{ cause: { kind: 'user', id: 'u', title: 'Steady' }, yield: null },
      amount: toWire(sum(parts.map(({ amount }) => fromWire(amount)))),
      shares: parts.flatMap(({ cause, amount, yield: formula }) =>
        formula ? [{ cause, amount, yield: formula }] : [],
      ),
    }
  })
  const [knot] = knotsOf(together)
  if (!knot) throw new Error('There is no knot.')
  expect(investmentsIn(knot)).toBe(2)
  const shares = sharesOf(knot)
  expect(shares.map(({ cause, amount, lines }) => [cause.id, toWire(amount), lines.length])).toEqual([
    ['a', '6.00', 3],
    ['b', '1.20012', 3],
  ])
  expect(shares.every((share) => share.yield && formulaOf(share.yield, share.amount))).toBe(true)
})

test('knots keep every posting, and their amounts are the postings’ sum', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (days, others) => {
      const lines = [...daysOfEarnings(days), ...daysOfEarnings(others, { id: 'b', principal: '77.77' })]
      const knots = knotsOf(lines)
      expect(knots.flatMap(({ lines: own }) => own)).toEqual(lines)
      const total = sum(lines.map(({ amount }) => fromWire(amount)))
      expect(sum(knots.map(({ amount }) => amount))).toBe(total)
      expect(sum(knots.flatMap(sharesOf).map(({ amount }) => amount))).toBe(total)
    }),
    { numRuns: 30 },
  )
})

test('postings from nothing to the balance are exact', () => {
  expect(checkLines(daysOfEarnings(10), { posted: '20.00', count: 10 })).toBe('exact')
  expect(checkLines([], { posted: '0.00', count: 0 })).toBe('exact')
})

test('a part of them is no more than a part, as long as each starts where the one before ended', () => {
  expect(checkLines(daysOfEarnings(10).slice(0, 4), { posted: '20.00', count: 10 })).toBe('part')
  const gap = daysOfEarnings(10).filter((_, place) => place !== 2)
  expect(checkLines(gap, { posted: '20.00', count: 10 })).toBe('wrong')
})

test('a balance that the postings do not give is called wrong', () => {
  expect(checkLines(daysOfEarnings(10), { posted: '20.000001', count: 10 })).toBe('wrong')
  expect(checkLines(daysOfEarnings(10, { before: '1.00' }), { posted: '21.00', count: 10 })).toBe('wrong')
  expect(checkLines([], { posted: '1.00', count: 0 })).toBe('wrong')
})

test('the formulas of all that runs give the counter, at the same second', () => {
  const run = fc.record({
    amount: fc.bigInt({ min: 1_000_000n, max: 10n ** 15n }).map(microUsd),
    rate: fc.bigInt({ min: 1n, max: 50_000n }).map(percent),
    duration: fc.integer({ min: 1, max: 90 }),
    before: fc.nat(DAY),
  })
  fc.assert(
    fc.property(fc.array(run, { maxLength: 5 }), fc.nat(100 * DAY), (runs, passed) => {
      const asOf = new Date(BEGAN)
      const terms = runs.map(({ amount, rate, duration, before }) => {
        return { amount, daily_roi: rate, duration, began_at: new Date(asOf.getTime() - before * 1000) }
      })
      const earning: RunningEarnings = {
        as_of: BEGAN,
        current_earning: toWire(sum(terms.map((one) => earnedBy(one, asOf)))),
        running: terms.map(({ amount, daily_roi, duration, began_at }) => ({
          amount: toWire(amount),
          daily_roi: percentToWire(daily_roi),
          began_at: began_at.toISOString(),
          ends_at: endOf(began_at, duration).toISOString(),
        })),
      }
      const live = liveEarnings(earning, [], asOf.getTime() + passed * 1000)
      expect(live).toHaveLength(runs.length)
      expect(fromWire(totalEarned(live))).toBe(earnedSince(earning, passed * 1000))
    }),
  )
})

test('an address that names no story tells the one of the earnings', () => {
  expect(storyOf('withdrawing')).toBe('withdrawing')
  expect(storyOf('profit')).toBe('profit')
  expect(storyOf(undefined)).toBe('earnings')
  expect(storyOf('toString')).toBe('earnings')
})
