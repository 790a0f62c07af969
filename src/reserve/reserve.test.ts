/** What is set apart for promises: the rule alone, by property. The verbs are in `investments/backing.test.ts`. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksOf } from '#ledger/books.ts'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { backingEntries, NotCovered, partsOfPromise, setApartFor, type Reserve } from './set-apart.ts'

const usd = microUsd
const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(usd)

test('strict sets apart the whole promise or refuses it, and names what is missing', () => {
  fc.assert(
    fc.property(amount, amount, amount, (free, promise, had) => {
      const reserve: Reserve = { backing: 'strict', free }
      if (promise > free + had) {
        expect(() => setApartFor(reserve, promise, had)).toThrow(NotCovered)
        try {
          setApartFor(reserve, promise, had)
        } catch (error) {
          expect((error as NotCovered).missing).toBe(promise - free - had)
        }
        expect(reserve.free).toBe(free)
      } else {
        expect(setApartFor(reserve, promise, had)).toBe(promise)
        expect(reserve.free).toBe(free + had - promise)
      }
    }),
  )
})

test('disclosed sets apart as much as there is, never more than the promise, and what it has beyond goes back', () => {
  fc.assert(
    fc.property(amount, amount, amount, (free, promise, had) => {
      const reserve: Reserve = { backing: 'disclosed', free }
      const setApart = setApartFor(reserve, promise, had)
      expect(setApart).toBe(promise < free + had ? promise : free + had)
      expect(reserve.free).toBe(free + had - setApart)
      expect(reserve.free).toBeGreaterThanOrEqual(0n)
    }),
  )
})

test('less of a promise needs no reserve, not even one that more is promised of than it holds', () => {
  const reserve: Reserve = { backing: 'strict', free: usd(-5n) }
  expect(setApartFor(reserve, usd(3n), usd(7n))).toBe(3n)
  expect(reserve.free).toBe(-1n)
})

test('the three accounts come to zero, whatever was set apart and posted', () => {
  fc.assert(
    fc.property(amount, amount, fc.boolean(), (setApart, posted, isOpen) => {
      const books = booksOf(backingEntries({ setApart, posted, isOpen }))
      expect([...books.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n)
      const { kept, committed } = partsOfPromise({ setApart, posted, isOpen })
      expect(kept).toBe(setApart < posted ? setApart : posted)
      expect(kept + committed).toBe(isOpen ? setApart : kept)
      expect(books.get('reserve/yield') ?? ZERO).toBe(kept + committed)
    }),
  )
})
