import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATUSES, type Status } from '#kit/wire.ts'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import {
  earned,
  earnedBy,
  earningSeconds,
  endOf,
  fitsBooks,
  mayTransition,
  TRANSITIONS,
  paymentQuery,
  perSecond,
  perSecondToWire,
  redate,
  stillToCome,
  type InvestmentTransition,
} from './rules.ts'

const DAY = 86_400
const dollars = (amount: bigint) => microUsd(amount * 1_000_000n)
const at = (text: string) => new Date(text)
const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(microUsd)
const rates = fc.bigInt({ min: 0n, max: 1_000_000n }).map(percent)

describe('earning', () => {
  test('500.00 at 0.4 % a day earns 20.00 in ten days and exactly 28.00 in fourteen', () => {
    expect(earned(dollars(500n), percent(4_000n), 10 * DAY)).toBe(dollars(20n))
    expect(earned(dollars(500n), percent(4_000n), 14 * DAY)).toBe(dollars(28n))
  })

  test('what is posted in any number of steps is what is earned at once: nothing drifts', () => {
    fc.assert(
      fc.property(amounts, rates, fc.array(fc.nat(5 * DAY), { maxLength: 50 }), (amount, rate, steps) => {
        let seconds = 0
        let posted = 0n
        for (const step of steps) {
          seconds += step
          const due = earned(amount, rate, seconds) - posted
          expect(due).toBeGreaterThanOrEqual(0n)
          posted += due
        }
        expect(posted).toBe((amount * rate * BigInt(seconds)) / 86_400_000_000n)
      }),
    )
  })

  test('is counted in whole seconds, none before it begins and none after its end', () => {
    const began = at('2026-03-01T12:00:00.500Z')
    expect(earningSeconds(began, 1, at('2026-03-01T11:00:00Z'))).toBe(0)
    expect(earningSeconds(began, 1, at('2026-03-01T12:00:01.499Z'))).toBe(0)
    expect(earningSeconds(began, 1, at('2026-03-01T12:00:01.500Z'))).toBe(1)
    expect(earningSeconds(began, 1, at('2026-03-02T12:00:00.499Z'))).toBe(DAY - 1)
    expect(earningSeconds(began, 1, endOf(began, 1))).toBe(DAY)
    expect(earningSeconds(began, 1, at('2027-01-01T00:00:00Z'))).toBe(DAY)
  })

  test('is nothing for what has not begun', () => {
    const terms = { amount: dollars(500n), daily_roi: percent(4_000n), duration: 14, began_at: null }
    expect(earnedBy(terms, at('2026-03-01T00:00:00Z'))).toBe(0n)
  })

  test('per second is told to twelve decimals, and never more than is earned', () => {
    expect(perSecondToWire(perSecond(dollars(500n), percent(4_000n)))).toBe('0.000023148148')
    expect(perSecondToWire(perSecond(dollars(86_400_000_000n), percent(1_000_000n)))).toBe('1000000.000000000000')
    expect(perSecondToWire(0n)).toBe('0.000000000000')
    fc.assert(
      fc.property(amounts, rates, fc.nat(1000 * DAY), (amount, rate, seconds) => {
        const shown = perSecond(amount, rate) * BigInt(seconds)
        expect(shown).toBeLessThan((earned(amount, rate, seconds) + 1n) * 1_000_000n)
      }),
    )
  })

  test('an amount is too large where the 64 bits of the books would not hold what it becomes', () => {
    expect(fitsBooks(microUsd(10n ** 18n), percent(4_000n), 365)).toBe(true)
    expect(fitsBooks(microUsd(10n ** 18n), percent(1_000_000n), 8)).toBe(true)
    expect(fitsBooks(microUsd(10n ** 18n), percent(1_000_000n), 9)).toBe(false)
  })
})

describe('the table of moves', () => {
  const open: Record<InvestmentTransition, Status[]> = {
    verify: ['pending'],
    approve: ['pending', 'waiting approval'],
    decline: ['pending', 'waiting approval'],
    expire: ['pending'],
    cancel: ['pending'],
    complete: ['approved'],
    exit: ['approved'],
  }
  test.each(Object.entries(open))('%s is open from %j and from nothing else', (move, from) => {
    expect(STATUSES.filter((status) => mayTransition(move as InvestmentTransition, status))).toEqual(from)
  })
  test('holds every move', () => {
    expect(Object.keys(TRANSITIONS)).toEqual(Object.keys(open))
  })
})

describe('the dates of an edit', () => {
  const now = at('2026-03-20T12:00:00.250Z')
  const created_at = at('2026-03-01T09:00:00.123Z')
  const began_at = at('2026-03-02T10:00:00.456Z')
  const other = at('2026-03-10T00:00:00Z')

  test('left alone, an approved one keeps when it began', () => {
    for (const date of [created_at, began_at]) {
      const kept = { created_at, began_at, leftAlone: true }
      expect(redate({ created_at, began_at }, { date, status: 'approved' }, now)).toEqual(kept)
      expect(redate({ created_at, began_at }, { date, status: 'pending' }, now)).toEqual(kept)
    }
  })
  test('left alone, one that never began begins now when it is approved or completed, and only then', () => {
    const dates = { created_at, began_at: null }
    for (const status of STATUSES) {
      const begins = status === 'approved' || status === 'completed' ? now : null
      expect(redate(dates, { date: created_at, status }, now)).toEqual({
        created_at,
        began_at: begins,
        leftAlone: true,
      })
    }
  })
  test('changed, it is when a running one began, and the one date that it has', () => {
    const dates = { created_at, began_at }
    for (const date of [other, at('2026-02-01T00:00:00Z')]) {
      for (const status of ['approved', 'completed'] as const) {
        const dated = { created_at: date, began_at: date, leftAlone: false }
        expect(redate(dates, { date, status }, now)).toEqual(dated)
      }
    }
  })
  test('changed, it is when any other was created, and is remembered for when it begins', () => {
    for (const status of ['pending', 'waiting approval', 'declined'] as const) {
      const dated = redate({ created_at, began_at: null }, { date: other, status }, now)
      expect(dated).toEqual({ created_at: other, began_at: other, leftAlone: false })
      expect(redate(dated, { date: other, status: 'approved' }, now).began_at).toEqual(other)
    }
  })
})

test.each([
  ['300.00', '0.00', 300n],
  ['300.00', '120.00', 180n],
  ['300.00', '300.00', 0n],
  ['300.00', '500.00', 0n],
])('of %s, with %s held for it, %s dollars are still to come', (amount, held, rest) => {
  expect(stillToCome({ amount, held })).toBe(dollars(rest))
})

test('the payment query carries what it names, whatever signs are in it', () => {
  const payment = { tranx_id: 'a-_9', amount: '500.00', wallet: 'Bitcoin & Co = 1', address: 'x?y#z' }
  expect(Object.fromEntries(new URLSearchParams(paymentQuery(payment)))).toEqual(payment)
  expect(paymentQuery(payment)).toMatch(/^\?tranx_id=a-_9&amount=500.00&wallet=/)
})
