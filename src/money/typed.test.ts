import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LARGEST_AMOUNT, microUsd, parseAmount, toWire } from './micro-usd.ts'
import { parsePercent, percent, percentToWire } from './percent.ts'
import { showUsd } from './show.ts'
import { isSameAmount, plainAmount, plainPercent, problemOfAmount } from './typed.ts'

const amounts = fc.bigInt({ min: 1n, max: LARGEST_AMOUNT / 10_000n }).map((cents) => microUsd(cents * 10_000n))
const read = (typed: string) => parseAmount(plainAmount(typed))

describe('an amount as people write it', () => {
  test.each([
    ['1000', '1000'],
    ['1,000', '1000'],
    ['1,000.50', '1000.50'],
    ['$1,000', '1000'],
    ['$ 19.99', '19.99'],
    [' 1 000 ', '1000'],
    ['1\u00a0000\u00a0000.5', '1000000.5'],
    ['1\u202f000', '1000'],
    ['999,999,999,999.99', '999999999999.99'],
  ])('%j is %s on the wire', (typed, plain) => {
    expect(plainAmount(typed)).toBe(plain)
    expect(problemOfAmount(plain)).toBeNull()
  })

  test.each([
    '1,5',
    '1,00',
    '1,00.50',
    '10,00',
    '1,0000',
    '1,000,00',
    '1 00',
    '1.000,50',
    '1,000 000',
    '€500',
    '1’000',
  ])('%j is refused, and told how to write it', (typed) => {
    expect(problemOfAmount(plainAmount(typed))).toBe(
      'Enter dollars in digits, with a point before the cents, such as 1000 or 1250.50.',
    )
  })

  test.each(['', '  ', '$', 'five', '-5', '0', '0,100', '1000.', '1,000.505', '$$5', '1e3'])(
    '%j is refused',
    (typed) => {
      expect(problemOfAmount(plainAmount(typed))).not.toBeNull()
    },
  )

  test('reads back to itself however it is shown', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(',', ' ', '\u00a0', '\u202f'), fc.boolean(), (amount, parting, sign) => {
        const shown = showUsd(amount).replaceAll(',', parting)
        const typed = sign ? shown : shown.slice(1)
        return 'amount' in read(typed) && isSameAmount(plainAmount(typed), toWire(amount))
      }),
    )
  })

  test('is never taken with a comma or a blank that does not part thousands', () => {
    const partings = fc.array(fc.constantFrom(',', ' ', '.', ''), { minLength: 1, maxLength: 8 })
    const digits = fc.array(fc.stringMatching(/^\d{1,4}$/), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(digits, partings, (parts, between) => {
        const typed = parts.slice(0, between.length + 1).reduce((text, part, n) => text + between[n - 1] + part)
        if ('problem' in read(typed)) return true
        const [whole = '', ...cents] = typed.split('.')
        const [first = '', ...groups] = whole.split(/[, ]/)
        const parted = new Set(whole.replaceAll(/\d/g, ''))
        return (
          cents.length < 2 &&
          /^\d{0,2}$/.test(cents[0] ?? '') &&
          parted.size < 2 &&
          (groups.length === 0 || /^\d{1,3}$/.test(first)) &&
          groups.every((group) => /^\d{3}$/.test(group))
        )
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a percentage as people write it', () => {
  test.each(['0.5%', '0.5 %', ' 0.5', '0.5'])('%j is 0.5', (typed) => {
    expect(plainPercent(typed)).toBe('0.5')
  })
  test.each(['0,5', '0,5%'])('%j is told to be written with a point', (typed) => {
    expect(parsePercent(plainPercent(typed))).toEqual({ problem: 'Enter the percentage with a point, such as 0.4.' })
  })
  test.each(['%', '5%%', '% 5', '1,000%'])('%j is refused', (typed) => {
    expect(parsePercent(plainPercent(typed))).toHaveProperty('problem')
  })
  test('reads back to itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1_000_000n }).map(percent), (share) => {
        expect(parsePercent(plainPercent(`${percentToWire(share)}%`))).toEqual({ percent: share })
      }),
    )
  })
})
