import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Investment } from '#investments/contract.ts'
import { earned as earnedIn } from '#investments/rules.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { comingOf, cornersOf } from './coming.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00.000Z')

type Runs = { amount: string; began: number; duration: number; source?: string; status?: string; at_end?: string }
function investment(runs: Runs): Investment {
  const { amount, began, duration, source = 'payment', status = 'approved', at_end = 'to wallet' } = runs
  const began_at = new Date(NOW + began * DAY).toISOString()
  const ends_at = new Date(NOW + (began + duration) * DAY).toISOString()
  return {
    ...{ id: `${amount} ${began}`, status, source, at_end, amount, daily_roi: '0.4', duration, began_at, ends_at },
    plan: { name: 'Steady' },
  } as Investment
}
const wallets = (earned: string, referral = '0.00') => ({ earned: fromWire(earned), referral: fromWire(referral) })

describe('what comes when', () => {
  test('is what there is, where nothing runs', () => {
    const ended = investment({ amount: '500.00', began: -14, duration: 14, status: 'completed' })
    expect(comingOf(wallets('20.009', '5.001'), [ended], NOW)).toEqual({ today: fromWire('25.00'), dates: [] })
    expect(cornersOf(fromWire('25.00'), [], NOW)).toEqual([])
  })

  test('names for each date what ends, what is earned until then and what can be withdrawn', () => {
    const runs = [
      investment({ amount: '500.00', began: -10, duration: 14 }),
      investment({ amount: '100.00', began: -1, duration: 7 }),
    ]
    const { today, dates } = comingOf(wallets('20.00', '20.00'), runs, NOW)
    expect(toWire(today)).toBe('40.00')
    expect(
      dates.map(({ at, earned, after, ...date }) => [(at - NOW) / DAY, toWire(earned), toWire(after), date]),
    ).toEqual([
      [
        4,
        '9.60',
        '549.60',
        expect.objectContaining({ ends: [expect.objectContaining({ plan: 'Steady', toBonus: false })] }),
      ],
      [6, '0.80', '650.40', expect.anything()],
    ])
  })

  test('leaves the principal of a bonus where it goes: into the bonus balance', () => {
    const [date] = comingOf(
      wallets('0.00'),
      [investment({ amount: '50.00', began: 0, duration: 10, source: 'bonus' })],
      NOW,
    ).dates
    expect(date?.ends).toMatchObject([{ back: fromWire('50.00'), toBonus: true, again: ZERO }])
    expect(date && toWire(date.after)).toBe('2.00')
  })

  test('is at each date the whole cents of what was there, all that is earned by then and every principal back', () => {
    const one = fc.record({
      // whole cents, as every principal is
      amount: fc.bigInt({ min: 1n, max: 10n ** 8n }).map((cents) => toWire(microUsd(cents * 10_000n))),
      began: fc.integer({ min: -20, max: 0 }),
      duration: fc.integer({ min: 21, max: 60 }),
      source: fc.constantFrom('payment', 'bonus', 'reinvest'),
    })
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(microUsd)
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), amount, amount, (runs, earned, referral) => {
        const { today, dates } = comingOf({ earned, referral }, runs.map(investment), NOW)
        let shown: bigint = today
        for (const { at, ends, earned: grown, after } of dates) {
          // what stands on the screen adds up to the cent
          const back = ends.map((end) => (end.toBonus ? ZERO : end.back)).reduce((total, one) => total + one, 0n)
          expect(shown + grown + back - after).toBe(0n)
          shown = after
          let there: bigint = earned
          for (const { amount: principal, began, duration, source } of runs) {
            const by = Math.min(at, NOW + (began + duration) * DAY)
            const roi = percentFromWire('0.4')
            const until = (moment: number) => earnedIn(fromWire(principal), roi, (moment - NOW - began * DAY) / 1000)
            there += until(by) - until(NOW)
            if (source !== 'bonus' && NOW + (began + duration) * DAY <= at) there += fromWire(principal)
          }
          const cents = (micros: bigint) => micros - (micros % 10_000n)
          expect(after).toBe(cents(there) + cents(referral))
        }
        expect(dates.map(({ at }) => at)).toEqual(dates.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
    )
  })

  test('counts nothing that is invested again, and says so', () => {
    const { dates } = comingOf(
      wallets('4.00', '20.00'),
      [
        investment({ amount: '500.00', began: -10, duration: 14, at_end: 'reinvest all' }),
        investment({ amount: '100.00', began: -1, duration: 7, at_end: 'reinvest principal' }),
      ],
      NOW,
    )
    // by then the wallet has 4.00 and 9.60 of both: what was withdrawn before is not invested again
    expect(
      dates.map(({ ends, after }) => [
        ...ends.map(({ again, earnedAgain, back }) => [again, earnedAgain, back].map(toWire)),
        toWire(after),
      ]),
    ).toEqual([
      [['513.60', '13.60', '0.00'], '20.00'],
      [['100.00', '0.00', '0.00'], '20.80'],
    ])
    expect(cornersOf(fromWire('24.00'), dates, NOW).every(({ y }) => y >= 0 && y <= 100)).toBe(true)
  })

  test('has what ends at one moment there together, and goes by ids, whatever order the list has', () => {
    const choices = [
      ['500.00', 'reinvest all'],
      ['600.00', 'reinvest all'],
      ['700.00', 'reinvest principal'],
    ]
    const list = choices.map(([amount = '', at_end = ''], n) => ({
      ...investment({ amount, began: -13, duration: 14, at_end }),
      id: `${n}`,
    }))
    for (const investments of [list, list.toReversed()]) {
      const [only, ...more] = comingOf(wallets('0.00'), investments, NOW).dates
      expect(more).toEqual([])
      // as the sweep has it: `src/investments/again/at-end-late.test.ts`
      const again = Object.fromEntries(only?.ends.map((end) => [end.id, toWire(end.again)]) ?? [])
      expect(again).toEqual({ 0: '528.00', 1: '579.20', 2: '700.00' })
      expect(only?.after).toBe(ZERO)
    }
  })

  test('is drawn from now to the last date, within the picture', () => {
    const { today, dates } = comingOf(
      wallets('10.00'),
      [
        investment({ amount: '500.00', began: -10, duration: 14 }),
        investment({ amount: '1.00', began: 0, duration: 2 }),
      ],
      NOW,
    )
    const corners = cornersOf(today, dates, NOW)
    expect(corners.map(({ x }) => x)).toEqual([0, 42.5, 42.5, 85, 85, 100])
    expect(corners.slice(-2).map(({ y }) => y)).toEqual([0, 0])
    expect(corners.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 100)).toBe(true)
    const nothing = comingOf(wallets('0.00'), [investment({ amount: '0.00', began: 0, duration: 2 })], NOW)
    expect(cornersOf(ZERO, nothing.dates, NOW).map(({ y }) => y)).toEqual([100, 100, 100, 100])
  })
})
