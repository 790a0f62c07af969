import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWire, microUsd, sum, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { centsInTurn, differenceInCents, fractionsOf } from './rules.ts'

/** What somebody reads, and adds up. */
const asRead = (amount: MicroUsd) => fromWire(showUsd(amount).replace(/[$,]/g, ''))
const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(microUsd)

test('three thirds of a dollar are shown as 33 cents each, and the cent that is missing stands beside them', () => {
  const thirds = ['0.333334', '0.333333', '0.333333'].map(fromWire)
  expect(thirds.map(asRead).map(String)).toEqual(['330000', '330000', '330000'])
  expect(fractionsOf(thirds)).toBe(10_000n)
})

test('the parts of a figure as they are read, with the fractions of a cent, are the figure as it is read', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 9 }), (parts) => {
      expect(sum([...parts.map(asRead), fractionsOf(parts)])).toBe(asRead(sum(parts)))
    }),
  )
})

test('the difference of two figures as it is read is that of the figures as they are read', () => {
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const { shown, exact } = differenceInCents(one, other)
      const [less, more] = one < other ? [one, other] : [other, one]
      expect(sum([asRead(less), shown])).toBe(asRead(more))
      expect(sum([less, exact])).toBe(more)
    }),
  )
})

test('amounts in turn are whole cents, none a cent from its own amount, and add up to their sum as it is read', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 100 }), (amounts) => {
      const shown = centsInTurn(amounts)
      expect(sum(shown.map(asRead))).toBe(asRead(sum(amounts)))
      for (const [place, one] of shown.entries()) {
        const off = one - (amounts[place] ?? microUsd(0n))
        expect(off > -10_000n && off < 10_000n).toBe(true)
      }
    }),
  )
})
