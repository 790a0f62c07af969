import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromWire, LARGEST_AMOUNT, microUsd, parseAmount, sum, toWire } from './micro-usd.ts'
import { parsePercent, percent, percentToWire, shareOf } from './percent.ts'
import { decimalsOf, showUsd, showUsdExact } from './show.ts'

const money = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(microUsd)

describe('an amount that somebody typed', () => {
  test.each([
    ['500', 500_000_000n],
    ['19.99', 19_990_000n],
    ['0.01', 10_000n],
    [19.9, 19_900_000n],
    [500, 500_000_000n],
    ['1000000000000', 10n ** 18n],
  ])('%j reads %d micro-dollars', (typed, micros) => {
    expect(parseAmount(typed)).toEqual({ amount: micros })
  })
  test.each([
    '1e3',
    '+5',
    ' 5',
    '5 ',
    '-5',
    '0',
    '0.00',
    '5.',
    '.5',
    '1,000',
    '0x10',
    '1.999',
    '',
    '٥',
    '01',
    '1000000000000.01',
    'NaN',
    'Infinity',
    true,
    null,
    undefined,
    [5],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    0.1 + 0.2,
    -5,
    0,
  ])('%j is refused in words', (typed) => {
    expect(parseAmount(typed)).toHaveProperty('problem')
  })
  test('is told to be too large with up to a hundred digits', () => {
    const problem = 'Enter an amount of at most $1,000,000,000,000.00.'
    for (const typed of ['1000000000000.01', '9'.repeat(15), '9'.repeat(16), `${'9'.repeat(100)}.99`]) {
      expect(parseAmount(typed)).toEqual({ problem })
    }
  })
  test('reads back every whole number of cents that it can show', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: LARGEST_AMOUNT / 10_000n }), (cents) => {
        const amount = microUsd(cents * 10_000n)
        expect(parseAmount(toWire(amount))).toEqual({ amount })
      }),
    )
  })
})

describe('money on the wire', () => {
  test('has at least two and at most six decimals', () => {
    expect(toWire(microUsd(500_000_000n))).toBe('500.00')
    expect(toWire(microUsd(19_999_999n))).toBe('19.999999')
    expect(toWire(microUsd(-1_250_500_000n))).toBe('-1250.50')
    expect(toWire(microUsd(1n))).toBe('0.000001')
  })
  test('comes back as it was', () => {
    fc.assert(fc.property(money, (amount) => fromWire(toWire(amount)) === amount))
  })
})

describe('money on a screen', () => {
  test('is accounting style with two decimals', () => {
    expect(showUsd(microUsd(1_234_567_890_000n))).toBe('$1,234,567.89')
    expect(showUsd(microUsd(-5_000_000n))).toBe('($5.00)')
    expect(showUsd(microUsd(999_999_999_990_000n))).toBe('$999,999,999.99')
  })
  test('shows five decimals for the counter', () => {
    expect(showUsd(microUsd(184_207_731n), 5)).toBe('$184.20773')
  })
  test('shows as many decimals as it takes where it has to be exact', () => {
    expect(showUsdExact(microUsd(652_207_500n))).toBe('$652.2075')
    expect(showUsdExact(microUsd(23n))).toBe('$0.000023')
    expect(showUsdExact(microUsd(-5_000_000n))).toBe('($5.00)')
    expect(showUsdExact(microUsd(999_999_999_990_001n))).toBe('$999,999,999.990001')
  })
  test('shows what is less than a cent with as many decimals as make it something', () => {
    const shown = (micros: bigint) => showUsd(microUsd(micros), decimalsOf(microUsd(micros)))
    expect(shown(5_787n)).toBe('$0.00578')
    expect(shown(-5_787n)).toBe('($0.00578)')
    expect(shown(10_000n)).toBe('$0.01')
    expect(shown(0n)).toBe('$0.00')
  })
  test('never shows more than there is, nor a negative nothing', () => {
    expect(showUsd(microUsd(19_999_999n))).toBe('$19.99')
    expect(showUsd(microUsd(-1n))).toBe('$0.00')
  })
})

describe('a percentage', () => {
  test.each([
    ['0.4', 4000n],
    ['5', 50_000n],
    [0.4, 4000n],
    ['100', 1_000_000n],
    ['0', 0n],
    ['0.0001', 1n],
  ])('%j is read exactly', (typed, e4) => {
    expect(parsePercent(typed)).toEqual({ percent: e4 })
  })
  test.each(['100.0001', '-1', '1e1', '0.00001', '', ' 5', true, null, [5], 101])('%j is refused in words', (typed) => {
    expect(parsePercent(typed)).toHaveProperty('problem')
  })
  test('is written without trailing zeros', () => {
    expect(percentToWire(percent(4000n))).toBe('0.4')
    expect(percentToWire(percent(50_000n))).toBe('5')
  })
  test('gives a share rounded down, so that shares never exceed the whole', () => {
    expect(shareOf(microUsd(500_000_000n), percent(50_000n))).toBe(25_000_000n)
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }).map(microUsd),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (amount, part) => {
          const shares = [shareOf(amount, percent(part)), shareOf(amount, percent(1_000_000n - part))]
          const left = amount - sum(shares)
          return left >= 0n && left <= 1n
        },
      ),
    )
  })
})
