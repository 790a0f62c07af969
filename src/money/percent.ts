import { microUsd, type MicroUsd } from './micro-usd.ts'

/** A whole number of ten-thousandths of a percent: 0.4 % is 4,000. Exact, never a float. */
export type Percent = bigint & { readonly unit: 'percent-e4' }

const ONE_PERCENT = 10_000n
const TYPED_PERCENT = /^(0|[1-9][0-9]{0,2})(\.[0-9]{1,4})?$/

/** Ten-thousandths of a percent in the whole: 100 %. */
export const HUNDRED_PERCENT = 100n * ONE_PERCENT

/** Marks a whole number of ten-thousandths of a percent as a percentage. */
export function percent(tenThousandths: bigint): Percent {
  return tenThousandths as Percent
}

/** Reads a percentage from 0 to 100 with up to four decimals. Returns a sentence when it cannot be read. */
export function parsePercent(typed: unknown): { percent: Percent } | { problem: string } {
  const text = typeof typed === 'number' ? String(typed) : typed
  if (typeof text !== 'string' || !TYPED_PERCENT.test(text)) {
    return typeof text === 'string' && text.includes(',')
      ? { problem: 'Enter the percentage with a point, such as 0.4.' }
      : { problem: 'Enter a percentage from 0 to 100 with at most four decimals, such as 0.4.' }
  }
  const [whole = '0', fraction = ''] = text.split('.')
  const read = BigInt(whole) * ONE_PERCENT + BigInt(fraction.padEnd(4, '0'))
  if (read > HUNDRED_PERCENT) return { problem: 'Enter a percentage of at most 100.' }
  return { percent: percent(read) }
}

/** Turns a percentage that the wire wrote back into one. */
export function percentFromWire(text: string): Percent {
  const [whole = '0', fraction = ''] = text.split('.')
  return percent(BigInt(whole) * ONE_PERCENT + BigInt(fraction.padEnd(4, '0')))
}

/** A decimal string without trailing zeros: `0.4`, `5`. */
export function percentToWire(value: Percent): string {
  const fraction = (value % ONE_PERCENT).toString().padStart(4, '0').replace(/0+$/, '')
  return `${value / ONE_PERCENT}${fraction === '' ? '' : `.${fraction}`}`
}

/** The share of an amount, rounded down to the micro-dollar (business rules §2). */
export function shareOf(amount: MicroUsd, part: Percent): MicroUsd {
  return microUsd((amount * part) / HUNDRED_PERCENT)
}
