/** Money as the model counts it: whole micro-dollars, read from and written to the wire by its rules alone. */

export const USD = 1_000_000n
const CENT = 10_000n

/** A wire amount, "12.345678", as micro-dollars. */
export function fromWire(text: string): bigint {
  const [, sign = '', whole = '0', parts = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? []
  const value = BigInt(whole) * USD + BigInt(parts.padEnd(6, '0'))
  return sign === '-' ? -value : value
}

/** As the wire writes it: two to six decimals. */
export function toWire(value: bigint): string {
  const size = value < 0n ? -value : value
  const parts = String(size % USD)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${value < 0n ? '-' : ''}${size / USD}.${parts}`
}

/** As people read it, rounded down to whole cents: `$1,254.99`. */
export function inDollars(value: bigint): string {
  return `$${toWire(wholeCents(value)).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`
}

/** Rounded down to whole cents, which is the most that people can type. */
export function wholeCents(value: bigint): bigint {
  return value - (value % CENT)
}

export const largest = (a: bigint, b: bigint) => (a > b ? a : b)
export const smallest = (a: bigint, b: bigint) => (a < b ? a : b)

/** How far an amount is from what was typed; nothing, where it is left alone or taken back towards it. */
export function furtherFrom(typed: bigint, before: bigint, after: bigint): bigint {
  const [was, is] = [before - typed, after - typed]
  const size = is < 0n ? -is : is
  if (after === before || (was > 0n && is >= 0n && is < was) || (was < 0n && is <= 0n && is > was)) return 0n
  return size
}
