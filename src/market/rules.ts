/** Dollars for one coin, a whole number of ten-billionths. Never a float. Not money: nobody is owed a price. */
export type Price = bigint & { readonly unit: 'price-e10' }

const DECIMALS = 10
/** As a price. */
export const ONE_DOLLAR = 10n ** BigInt(DECIMALS)
/** What 64 bits of the database hold. */
const LARGEST = 2n ** 63n - 1n
const WRITTEN = /^(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i

/** The most by which prices may lie apart from their median, in percent, and still be prices of the same thing. */
const TOLERANCE = 5n

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The lengths of candles that are kept, in milliseconds, and how old what was read may be and still pass for fresh. */
export const INTERVALS = {
  '1m': { length: MINUTE, freshFor: 3 * MINUTE },
  '5m': { length: 5 * MINUTE, freshFor: 10 * MINUTE },
  '1h': { length: HOUR, freshFor: 30 * MINUTE },
  '1d': { length: DAY, freshFor: 2 * HOUR },
} as const
export type Interval = keyof typeof INTERVALS

export type Prices = { readonly open: Price; readonly high: Price; readonly low: Price; readonly close: Price }

export function price(tenBillionths: bigint): Price {
  return tenBillionths as Price
}

/**
 * Reads a price as sources write it: a decimal string, or the shortest form of a number, which may have an exponent.
 * Undefined if it is none, is zero, or is too large to keep. Decimals beyond the tenth are cut off.
 */
export function readPrice(written: string | number): Price | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = WRITTEN.exec(String(written)) ?? []
  if (whole === '') return undefined
  const shift = DECIMALS + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return units > 0n && units <= LARGEST ? price(units) : undefined
}

/** A decimal string with at least two decimals and none too many: `98205.57`, `0.1234`. */
export function writePrice(units: Price): string {
  const fraction = (units % ONE_DOLLAR).toString().padStart(DECIMALS, '0')
  return `${units / ONE_DOLLAR}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
}

/** The one in the middle; of two in the middle their mean, rounded down. Throws where there are none. */
export function medianOf(prices: readonly Price[]): Price {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = sorted.length >> 1
  const [below, above] = [sorted[Math.max(0, middle - 1)], sorted[middle]]
  if (below === undefined || above === undefined) throw new Error('nothing has no median')
  return sorted.length % 2 === 1 ? above : price((below + above) / 2n)
}

/**
 * What sources agree on: the median of those that lie close enough to the median of all, where at least two do.
 * Undefined if they do not agree: then there is no price.
 */
export function agreedOn<Said>(said: readonly Said[], priceOf: (said: Said) => Price): AgreedPrice<Said> | undefined {
  if (said.length < 2) return undefined
  const middle = medianOf(said.map(priceOf))
  const close = said.filter((one) => distance(priceOf(one), middle) * 100n <= middle * TOLERANCE)
  return close.length < 2 ? undefined : { price: medianOf(close.map(priceOf)), by: close }
}
export type AgreedPrice<Said> = { price: Price; by: readonly Said[] }

/**
 * The candle of one time out of what sources say of it: the median of each of its four prices, which keeps low and high
 * around open and close. The one candle where only one source has it; undefined if they do not agree on the close.
 */
export function candleOf<Said extends Prices>(
  said: readonly Said[],
): (Prices & { readonly by: readonly Said[] }) | undefined {
  const [first] = said
  if (first !== undefined && said.length === 1) {
    return { open: first.open, high: first.high, low: first.low, close: first.close, by: said }
  }
  const by = agreedOn(said, ({ close }) => close)?.by
  if (by === undefined) return undefined
  const median = (which: keyof Prices) => medianOf(by.map((one) => one[which]))
  return { open: median('open'), high: median('high'), low: median('low'), close: median('close'), by }
}

/** By how many percent `to` lies over `from`, with two decimals, rounded towards zero: `-1.25`, `0.00`. */
export function changeOf(from: Price, to: Price): string {
  const hundredths = ((to - from) * 10_000n) / from
  const size = hundredths < 0n ? -hundredths : hundredths
  return `${hundredths < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}

/** The moment of which a candle tells: its end, or when it was read while it was still running. */
export function candleTime(interval: Interval, opensAt: Date, readAt: Date): Date {
  return new Date(Math.min(opensAt.getTime() + INTERVALS[interval].length, readAt.getTime()))
}

/** Whether what was true at a time passes for the present. */
export function isFresh(interval: Interval, asOf: Date, now: Date): boolean {
  return now.getTime() - asOf.getTime() <= INTERVALS[interval].freshFor
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b
}
