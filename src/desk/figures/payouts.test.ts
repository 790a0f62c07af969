import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire, microUsd, sum, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { payoutsOf } from './payouts.ts'

const figures = {
  owed: {
    earnings: '10.00',
    accrued: '0.50',
    referral: '4.00',
    withdrawing: '5.50',
    invested: '900.00',
    bonus: '3.00',
  },
  held: { total: '130.00' },
  due: {
    days: Array.from({ length: 91 }, (_, place) => ({
      day: `day ${place}`,
      comes_back: place === 40 ? '100.00' : '0.00',
      earns: '0.25',
    })),
  },
} as unknown as Parameters<typeof payoutsOf>[0]

test('what may be asked for grows from what is withdrawable and asked for now by what is earned and comes back', () => {
  const { now, days } = payoutsOf(figures, 90)
  expect(now).toBe(fromWire('20.00'))
  expect(days.map(({ all }) => all).slice(0, 2)).toEqual([fromWire('20.25'), fromWire('20.50')])
  expect(days.at(-1)?.all).toBe(fromWire('142.75'))
  expect(payoutsOf(figures, 30).days).toHaveLength(31)
})

test('the first day that what is held does not cover is named, and none where it covers all', () => {
  expect(payoutsOf(figures, 90).short?.day).toBe('day 40')
  expect(payoutsOf(figures, 30).short).toBeUndefined()
})

test('the parts as they are read are all of it as it is read, on every day, and the days add up to the parts', () => {
  const asRead = (amount: MicroUsd) => fromWire(showUsd(amount).replace(/[$,]/g, ''))
  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n }).map((micros) => toWire(microUsd(micros)))
  const day = fc.record({ day: fc.constant(''), comes_back: amount, earns: amount })
  const owed = fc.record({ earnings: amount, accrued: amount, referral: amount, withdrawing: amount })
  fc.assert(
    fc.property(owed, fc.array(day, { minLength: 1, maxLength: 31 }), amount, (now, days, total) => {
      const told = { owed: now, held: { total }, due: { days } } as unknown as Parameters<typeof payoutsOf>[0]
      const payouts = payoutsOf(told, 30)
      for (const [place, { soFar, all }] of payouts.days.entries()) {
        expect(sum([payouts.now, soFar.earned, soFar.back].map(asRead))).toBe(asRead(all))
        const until = payouts.days.slice(0, place + 1)
        expect(sum(until.map(({ earned }) => asRead(earned)))).toBe(asRead(soFar.earned))
        expect(sum(until.map(({ back }) => asRead(back)))).toBe(asRead(soFar.back))
      }
    }),
  )
})
