import { fromWire, microUsd, type MicroUsd, sum } from './micro-usd.ts'

const GROUPS = /\B(?=(\d{3})+(?!\d))/g

/**
 * Dollars as people read them: en-US, accounting style for negatives, `($1,234.50)`.
 * Two decimals by default (rounded towards zero, so that nobody is shown money that is not there); the counter uses five.
 */
export function showUsd(amount: MicroUsd, decimals: 2 | 5 = 2): string {
  const { whole, fraction, negative } = usdParts(amount, decimals)
  const text = `$${whole}.${fraction}`
  return negative ? `(${text})` : text
}

/** To the micro-dollar, with as many decimals as it takes, at least two: `$0.000023`. For what has to be exact. */
export function showUsdExact(amount: MicroUsd): string {
  const { whole, fraction } = usdParts(amount, 2)
  const text = `$${whole}.${fraction}${digitsBelowCent(amount)}`
  return amount < 0n ? `(${text})` : text
}

/** With all six decimals, as the books are written: `$12.000001`, `($0.000001)`. */
export function showSix(amount: MicroUsd | bigint): string {
  const { whole, fraction, negative } = usdParts(microUsd(amount), 6)
  return negative ? `($${whole}.${fraction})` : `$${whole}.${fraction}`
}

const CENT = 10_000n

/** The digits of what is smaller than a cent, as few as it takes: `2075` of $652.202075, none of whole cents. */
function digitsBelowCent(amount: MicroUsd): string {
  const rest = (amount < 0n ? -amount : amount) % CENT
  return rest.toString().padStart(4, '0').replace(/0+$/, '')
}

/** How many decimals a movement needs to be seen: five where it is less than a cent, for which two would say nothing. */
export function decimalsOf(amount: MicroUsd): 2 | 5 {
  return amount !== 0n && amount < CENT && amount > -CENT ? 5 : 2
}

/** The same in parts, for screens that set the cents apart. */
export function usdParts(
  amount: MicroUsd,
  decimals: 2 | 5 | 6 = 2,
): { whole: string; fraction: string; negative: boolean } {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % 1_000_000n).toString().padStart(6, '0').slice(0, decimals)
  const whole = (size / 1_000_000n).toString().replace(GROUPS, ',')
  return { whole, fraction, negative: amount < 0n && (whole !== '0' || Number(fraction) !== 0) }
}

/** An amount of the wire as people read it, in a sentence or on a button. */
export function dollars(amount: string): string {
  return showUsd(fromWire(amount))
}

/** All amounts together, to the micro-dollar where they are no whole cents. */
export function showTotal(rows: readonly { amount: string }[]): string {
  return showUsdExact(sum(rows.map(({ amount }) => fromWire(amount))))
}

/** How large an amount is drawn, in dollars: lengths on a screen are exact enough as floats, and never below zero. */
export function drawnSize(amount: MicroUsd): number {
  return Math.max(0, Number(amount) / 1_000_000)
}
