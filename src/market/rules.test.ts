import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { microUsd } from '#money/micro-usd.ts'
import { unitsFor, writeUnits } from './coin-units.ts'
import {
  agreedOn,
  candleOf,
  changeOf,
  INTERVALS,
  isFresh,
  medianOf,
  price,
  type Price,
  type Prices,
  readPrice,
  candleTime,
  writePrice,
} from './rules.ts'

const dollars = (written: string | number) => readPrice(written) ?? price(0n)
const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 17n }).map(price)
const same = (one: Price) => one

describe('a price', () => {
  test.each([
    ['98205.57', '98205.57'],
    ['98205.10000000', '98205.10'],
    ['0.38', '0.38'],
    ['0.00001234', '0.00001234'],
    [98_205.57, '98205.57'],
    [0.1 + 0.2, '0.3000000000'.slice(0, 4)],
    [1.234e-5, '0.00001234'],
    [1e-7, '0.0000001'],
    ['3400', '3400.00'],
    ['0.00000000019', '0.0000000001'],
  ])('%j is taken for %s', (written, read) => {
    expect(writePrice(dollars(written))).toBe(read)
  })
  test.each([
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    ' 1',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '1e999',
    '1.',
    '.5',
    '9'.repeat(30),
    Number.NaN,
    -5,
  ])('%j is none', (written) => {
    expect(readPrice(written)).toBeUndefined()
  })
  test('comes back as it was written', () => {
    fc.assert(fc.property(anyPrice, (one) => readPrice(writePrice(one)) === one))
  })
})

describe('the median', () => {
  test('has as many prices under it as over it, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 9 }), fc.nat(), (prices, turn) => {
        const median = medianOf(prices)
        const turned = [...prices.slice(turn % prices.length), ...prices.slice(0, turn % prices.length)]
        const under = prices.filter((one) => one < median).length
        const over = prices.filter((one) => one > median).length
        return median === medianOf(turned) && under <= prices.length / 2 && over <= prices.length / 2
      }),
    )
  })
  test('of two is their mean', () => {
    expect(medianOf([dollars('1.00'), dollars('2.00')])).toBe(dollars('1.50'))
  })
})

describe('what sources agree on', () => {
  const near = fc
    .tuple(
      fc.bigInt({ min: 10n ** 8n, max: 10n ** 16n }),
      fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 2, maxLength: 5 }),
    )
    .map(([middle, offs]) => offs.map((off) => price(middle + (middle * BigInt(off)) / 20_000n)))

  test('is a price between the lowest and the highest of them', () => {
    fc.assert(
      fc.property(near, (prices) => {
        const agreed = agreedOn(prices, same)
        return (
          agreed !== undefined && prices.some((one) => one <= agreed.price) && prices.some((one) => one >= agreed.price)
        )
      }),
    )
  })
  test('is moved by no liar among three, however far off', () => {
    fc.assert(
      fc.property(near, anyPrice, ([a = price(1n), b = price(1n)], lie) => {
        const agreed = agreedOn([a, lie, b], same)
        const [low, high] = a < b ? [a, b] : [b, a]
        return agreed !== undefined && agreed.price * 100n >= low * 95n && agreed.price * 95n <= high * 100n
      }),
    )
  })
  test('is nothing where there is one, or two that contradict each other', () => {
    expect(agreedOn([dollars('100')], same)).toBeUndefined()
    expect(agreedOn([], same)).toBeUndefined()
    expect(agreedOn([dollars('100'), dollars('120')], same)).toBeUndefined()
    expect(agreedOn([dollars('100'), dollars('200'), dollars('300')], same)).toBeUndefined()
    expect(agreedOn([dollars('100'), dollars('150'), dollars('101')], same)?.price).toBe(dollars('100.5'))
  })
})

describe('a candle out of what sources say', () => {
  const anyCandle = fc
    .array(fc.bigInt({ min: 10_000n, max: 10_200n }), { minLength: 4, maxLength: 4 })
    .map((drawn): Prices => {
      const [low = 0n, open = 0n, close = 0n, high = 0n] = drawn.toSorted((a, b) => Number(a - b))
      return { low: price(low), open: price(open), close: price(close), high: price(high) }
    })
  test('keeps low and high around open and close', () => {
    fc.assert(
      fc.property(fc.array(anyCandle, { minLength: 1, maxLength: 3 }), (said) => {
        const candle = candleOf(said)
        return (
          candle !== undefined &&
          [candle.open, candle.close].every((one) => candle.low <= one && one <= candle.high) &&
          candle.by.length === said.length
        )
      }),
    )
  })
})

describe('freshness', () => {
  const at = (milliseconds: number) => new Date(Date.UTC(2026, 2, 1) + milliseconds)
  test('ends three minutes after what a price is of, and never comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), fc.nat({ max: 600_000 }), (age, later) => {
        const fresh = isFresh('1m', at(0), at(age))
        return fresh === age <= 180_000 && (fresh || !isFresh('1m', at(0), at(age + later)))
      }),
    )
  })
  test('is counted from the end of a candle, or from when it was read while it was running', () => {
    expect(candleTime('1m', at(0), at(30_000))).toEqual(at(30_000))
    expect(candleTime('1m', at(0), at(9_000_000))).toEqual(at(INTERVALS['1m'].length))
  })
})

describe('a change', () => {
  test.each([
    ['100', '101.25', '1.25'],
    ['100', '98.75', '-1.25'],
    ['100', '100', '0.00'],
    ['100', '99.999', '0.00'],
    ['0.0001', '0.0002', '100.00'],
  ])('from %s to %s is %s percent', (from, to, percent) => {
    expect(changeOf(dollars(from), dollars(to))).toBe(percent)
  })
})

describe('what dollars are in a coin', () => {
  const usd = (text: string) => microUsd(BigInt(Math.round(Number(text) * 1_000_000)))
  test.each([
    ['500.00', '98205.57', 8, '0.00509137'],
    ['500.00', '3400', 18, '0.14705883'],
    ['25.00', '1', 6, '25'],
    ['100.00', '0.9987', 6, '100.13017'],
    ['0.01', '98205.57', 8, '0.00000011'],
    ['1000.00', '0.38', 0, '2632'],
    ['5.00', '0.00001234', 18, '405186.38573744'],
  ])('%s dollars at %s with %i decimals are %s', (dollarsDue, at, decimals, written) => {
    expect(writeUnits(unitsFor(usd(dollarsDue), dollars(at), decimals), decimals)).toBe(written)
  })

  test('is worth the dollars or more at the price, by less than one step of what is shown', () => {
    const anyDollars = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(microUsd)
    fc.assert(
      fc.property(anyDollars, anyPrice, fc.integer({ min: 0, max: 18 }), (due, at, decimals) => {
        const units = unitsFor(due, at, decimals)
        const step = 10n ** BigInt(Math.max(0, decimals - 8))
        // dollars × 10^10 × 10^decimals, on both sides
        const worth = (amount: bigint) => amount * at
        const owed = due * 10n ** 4n * 10n ** BigInt(decimals)
        expect(units % step).toBe(0n)
        expect(worth(units) >= owed).toBe(true)
        expect(worth(units - step) < owed).toBe(true)
      }),
    )
  })

  test('is written with eight decimals at most, and read back is the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        const written = writeUnits(units, decimals)
        const [whole = '', fraction = ''] = written.split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
        expect(written).not.toMatch(/\.$|\.\d*0$/)
        const shown = writeUnits(unitsFor(microUsd(units), price(units), decimals), decimals)
        expect(shown.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(8)
      }),
    )
  })
})
