import type { MicroUsd } from './micro-usd.ts'

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

/** The same in parts, for screens that set the cents apart. */
export function usdParts(
  amount: MicroUsd,
  decimals: 2 | 5 = 2,
): { whole: string; fraction: string; negative: boolean } {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % 1_000_000n).toString().padStart(6, '0').slice(0, decimals)
  const whole = (size / 1_000_000n).toString().replace(GROUPS, ',')
  return { whole, fraction, negative: amount < 0n && (whole !== '0' || Number(fraction) !== 0) }
}
