import { describe, expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { earned } from '#investments/rules.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import type { WorthDay } from '#statements/contract.ts'
import { greeting } from '#texts/dashboard.ts'
import { tick } from '#texts/worth.ts'
import { niceTop, drawWorth } from './worth-picture.ts'
import { maturitiesOf } from '#investments/web/maturities.ts'
import { worthPoints } from './worth-points.ts'
import { summaryOf } from './worth-summary.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const SIZE = { width: 300, height: 100 }

function day(name: string, amounts: Partial<WorthDay> = {}): WorthDay {
  const none = { all: '0.00', earnings: '0.00', referral: '0.00', bonus: '0.00', invested: '0.00', withdrawing: '0.00' }
  return { day: name, ...none, paid_in: '0.00', paid_out: '0.00', ...amounts }
}
function running(
  amount: string,
  { began = 0, duration = 14, source = 'payment', at_end = 'to wallet' } = {},
): Investment {
  const began_at = new Date(NOW + began * DAY).toISOString()
  const ends_at = new Date(NOW + (began + duration) * DAY).toISOString()
  return { status: 'approved', source, amount, at_end, daily_roi: '0.4', duration, began_at, ends_at } as Investment
}
const worth = (all: string, inPlans: string, withdrawable: string) => ({
  ...{ all: fromWire(all), inPlans: fromWire(inPlans), withdrawable: fromWire(withdrawable) },
})

describe('the days of what somebody has', () => {
  test('begin the day before the first money', () => {
    const days = [day('2026-11-17'), day('2026-11-18'), day('2026-11-19', { all: '5.00', bonus: '5.00' })]
    expect(worthPoints(days, undefined).map((point) => point.day)).toEqual(['2026-11-18', '2026-11-19'])
    expect(worthPoints(days.slice(0, 2), undefined)).toEqual([])
  })

  test('keep those that end with nothing after money came and went', () => {
    const days = [day('2026-11-18', { paid_in: '9.00', paid_out: '9.00' }), day('2026-11-19')]
    expect(worthPoints(days, undefined)).toHaveLength(2)
  })

  test('end with what the balances show, in whole cents what can be withdrawn', () => {
    const days = [day('2026-11-19', { all: '100.00', invested: '100.00' }), day('2026-11-20', { all: '100.00' })]
    const balance = {
      ...{ account_balance: '1.239999', ref_bal: '2.005', bonus_balanace: '3.00' },
      ...{ current_investment: '100.00', withdrawing: '4.00' },
    }
    expect(worthPoints(days, balance).at(-1)).toMatchObject(worth('110.244999', '100.00', '3.23'))
    expect(worthPoints(days, balance)[0]).toMatchObject(worth('100.00', '100.00', '0.00'))
  })
})

describe('what is planned', () => {
  test('is what each earns to its end, and its principal back where it came from', () => {
    const present = worth('700.00', '620.00', '80.00')
    const soon = running('120.00', { duration: 3, source: 'bonus' })
    const late = running('500.00', { duration: 14 })
    const rate = percentFromWire('0.4')
    const earnedIn = (amount: string, days: number) => earned(fromWire(amount), rate, days * 86_400)
    const [first, second, ...more] = maturitiesOf([late, soon], NOW, present)
    expect(more).toEqual([])
    const three = microUsd(earnedIn('120.00', 3) + earnedIn('500.00', 3))
    expect(first).toEqual({
      at: NOW + 3 * DAY,
      ended: [{ one: soon, again: ZERO, back: fromWire('120.00') }],
      again: ZERO,
      back: fromWire('120.00'),
      before: { ...present, all: microUsd(present.all + three), withdrawable: microUsd(present.withdrawable + three) },
      after: {
        all: microUsd(present.all + three),
        inPlans: fromWire('500.00'),
        // the bonus goes back to the bonus
        withdrawable: microUsd(present.withdrawable + three),
      },
    })
    const whole = microUsd(earnedIn('120.00', 3) + earnedIn('500.00', 14))
    expect(second?.after.all).toBe(microUsd(present.all + whole))
    expect(second?.after.inPlans).toBe(ZERO)
    expect(second?.after.withdrawable).toBe(microUsd(present.withdrawable + whole + fromWire('500.00')))
  })

  test('is now where an end is over and nothing has been posted for it yet', () => {
    const [only] = maturitiesOf(
      [running('500.00', { began: -15, duration: 14 })],
      NOW,
      worth('500.00', '500.00', '0.00'),
    )
    expect(only?.at).toBe(NOW)
    expect(only?.after).toEqual(worth('500.00', '0.00', '500.00'))
  })

  test('leaves in plans what is invested again, whole cents of it, and no more than the Earnings Wallet holds', () => {
    const of = (at_end: string, present: ReturnType<typeof worth>, besides = ZERO) =>
      maturitiesOf([running('333.33', { at_end })], NOW, present, besides).map(({ again, back, after }) => [
        ...[again, back, after.inPlans, after.withdrawable].map(toWire),
      ])
    const present = worth('333.33', '333.33', '0.00')
    expect(of('to wallet', present)).toEqual([['0.00', '333.33', '0.00', '351.99648']])
    expect(of('reinvest principal', present)).toEqual([['333.33', '0.00', '333.33', '18.66648']])
    expect(of('reinvest all', present)).toEqual([['351.99', '0.00', '351.99', '0.00648']])
    // ten of what it had earned were withdrawn, and the referral balance is not the Earnings Wallet
    const withdrawn = maturitiesOf(
      [running('500.00', { at_end: 'reinvest all', began: -7 })],
      NOW,
      worth('507.00', '500.00', '7.00'),
      fromWire('3.00'),
    )
    expect(withdrawn.map(({ again, after }) => [toWire(again), toWire(after.withdrawable)])).toEqual([
      ['518.00', '3.00'],
    ])
  })

  test('is nothing where nothing runs', () => {
    const over = { ...running('500.00'), status: 'completed' } as Investment
    expect(maturitiesOf([over], NOW, worth('1.00', '0.00', '1.00'))).toEqual([])
  })

  test('never plans more or less than the parts of it, whatever runs', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const amounts = Array.from({ length: 1 + (seed % 5) }, (_, n) => ((seed * 7919 + n * 104_729) % 90_000) + 1000)
      const all = amounts.map((cents, n) =>
        running((cents / 100).toFixed(2), {
          ...{ began: -((seed + n) % 9), duration: 3 + ((seed * n) % 30) },
          source: n % 3 === 0 ? 'bonus' : 'payment',
        }),
      )
      const principal = amounts.reduce((total, cents) => total + BigInt(cents) * 10_000n, 0n)
      const present = { all: microUsd(principal + 55n), inPlans: microUsd(principal), withdrawable: ZERO }
      const maturities = maturitiesOf(all, NOW, present)
      let before = present.all
      for (const { at, after } of maturities) {
        expect(at).toBeGreaterThanOrEqual(NOW)
        expect(after.all).toBeGreaterThanOrEqual(before)
        expect(after.inPlans + after.withdrawable).toBeLessThanOrEqual(after.all)
        before = after.all
      }
      expect(maturities.at(-1)?.after.inPlans, `${seed}`).toBe(ZERO)
    }
  })
})

describe('the picture', () => {
  const points = worthPoints(
    [
      day('2026-11-18'),
      day('2026-11-19', { all: '100.00', invested: '100.00', paid_in: '100.00' }),
      day('2026-11-20', { all: '80.00', invested: '50.00', earnings: '30.00', paid_out: '20.00' }),
    ],
    undefined,
  )

  test('is as high on each day as what stood there, and ends with now', () => {
    const { happened, planned, now, ticks } = drawWorth(points, [], NOW, SIZE)
    expect([planned, now]).toEqual([null, 300])
    expect(ticks.map(({ y, dollars }) => [y, dollars])).toEqual([
      [50, 50],
      [0, 100],
    ])
    expect(happened.inPlans).toBe(
      'M0.0 100.0L100.0 100.0L100.0 0.0L200.0 0.0L200.0 50.0L300.0 50.0' +
        'L300.0 100.0L200.0 100.0L200.0 100.0L100.0 100.0L100.0 100.0L0.0 100.0z',
    )
    expect(happened.withdrawable).toContain('L200.0 20.0L300.0 20.0')
  })

  test('marks the days on which money came from outside and was paid out', () => {
    expect(drawWorth(points, [], NOW, SIZE).marks).toEqual([
      { x: 150, paidIn: true, day: '2026-11-19' },
      { x: 250, paidIn: false, day: '2026-11-20' },
    ])
  })

  test('marks beside one another what came and went on one day', () => {
    const both = worthPoints([day('2026-11-20', { all: '80.00', paid_in: '100.00', paid_out: '20.00' })], undefined)
    const [came, went] = drawWorth(both, [], NOW, SIZE).marks
    expect((went?.x ?? 0) - (came?.x ?? 0)).toBeGreaterThanOrEqual(9)
  })

  test('begins what is planned where what happened ends, and leaves both enough room', () => {
    const [last] = points.slice(-1)
    if (!last) throw new Error('there is a last day')
    for (const duration of [1, 3, 14, 365, 3650]) {
      const maturities = maturitiesOf([running('50.00', { duration })], NOW, last)
      const { planned, now } = drawWorth(points, maturities, NOW, SIZE)
      expect(now).toBeGreaterThanOrEqual(300 * 0.45 - 0.01)
      expect(now).toBeLessThanOrEqual(300 * 0.75 + 0.01)
      expect(planned?.inPlans.startsWith(`M${now.toFixed(1)} `)).toBe(true)
      expect(planned?.inPlans).toContain('L300.0 100.0')
    }
  })

  test.each([
    [0, 1],
    [0.07, 0.08],
    [1, 1],
    [101, 150],
    [1600, 2000],
    [2400, 3000],
    [11_263, 15_000],
    [9999, 10_000],
  ])('has a round number of dollars at its top, whose half can be said without rounding: %d below %d', (most, top) => {
    expect(niceTop(most)).toBeCloseTo(top, 9)
    expect(Number((top / 2).toPrecision(2))).toBe(top / 2)
  })

  test('says the amounts at its lines as Intl shortens them', () => {
    const short = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' })
    for (let power = -2; power < 13; power += 1)
      for (const step of [1, 1.5, 2, 3, 4, 5, 6, 8, 10]) {
        const top = niceTop(step * 10 ** power)
        expect(tick(top)).toBe(short.format(top))
        expect(tick(top / 2)).toBe(short.format(top / 2))
      }
  })

  test('draws nothing that is not a number, whatever stands there', () => {
    const none = drawWorth(
      worthPoints([day('2026-11-20', { paid_in: toWire(ZERO), all: '0.000001' })], undefined),
      [],
      NOW,
      SIZE,
    )
    expect(JSON.stringify(none)).not.toMatch(/NaN|Infinity|null,null/)
  })
})

test('what is still planned and what there is add up as they are read, to no more than there will be', () => {
  // three minutes in: $0.00007 of $0.07
  const [now, end] = [worth('100.000007', '100.00', '0.00'), worth('100.07', '0.00', '100.07')]
  const last = { ...now, day: '2026-11-20', paidIn: fromWire('100.00'), paidOut: ZERO }
  const maturity = { at: NOW + 7 * DAY, ended: [], again: ZERO, back: fromWire('100.00'), before: end, after: end }
  expect(summaryOf([last], last, maturity, 'Nov 27, 2026', true)).toContain('$0.07 more is planned until Nov 27, 2026')
})

test.each([
  [0, 'Hello, amy'],
  [4, 'Hello, amy'],
  [5, 'Good morning, amy'],
  [12, 'Good afternoon, amy'],
  [18, 'Good evening, amy'],
  [23, 'Good evening, amy'],
])('at %i o’clock it says %s', (hour, said) => {
  expect(greeting(hour, 'amy')).toBe(said)
})
