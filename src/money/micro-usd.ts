/** A whole number of micro-dollars: 1 USD = 1,000,000. The only form of money in Plumb. */
export type MicroUsd = bigint & { readonly unit: 'micro-usd' }

const MICROS_PER_DOLLAR = 1_000_000n
const MICROS_PER_CENT = 10_000n
const TYPED_AMOUNT = /^(0|[1-9][0-9]{0,99})(\.[0-9]{1,2})?$/
/** Figures with commas, blanks or a sign of a currency: what is meant by them differs from country to country. */
const DRESSED_AMOUNT = /^(?=.*[^\d.])[\s$€£¥]*\d[\d\s.,'’$€£¥]*$/

/** The largest amount that anyone may type: 1e12 USD. */
export const LARGEST_AMOUNT = microUsd(1_000_000_000_000n * MICROS_PER_DOLLAR)

export const ZERO = microUsd(0n)

/** Marks a whole number of micro-dollars as money. */
export function microUsd(micros: bigint): MicroUsd {
  return micros as MicroUsd
}

/**
 * Reads an amount of dollars as a person or a client writes it: a decimal string, or a number whose
 * shortest form has at most two decimals. Greater than zero, at most 1e12 USD.
 * Returns a sentence that says what to do when it cannot be read.
 */
export function parseAmount(typed: unknown): { amount: MicroUsd } | { problem: string } {
  const text = typeof typed === 'number' ? String(typed) : typed
  if (typeof text !== 'string' || !TYPED_AMOUNT.test(text)) {
    return typeof text === 'string' && DRESSED_AMOUNT.test(text)
      ? { problem: 'Enter dollars in digits, with a point before the cents, such as 1000 or 1250.50.' }
      : { problem: 'Enter an amount in dollars with at most two decimals, such as 250 or 19.99.' }
  }
  const amount = dollarsToMicros(text)
  if (amount <= 0n) return { problem: 'Enter an amount greater than zero.' }
  if (amount > LARGEST_AMOUNT) return { problem: 'Enter an amount of at most $1,000,000,000,000.00.' }
  return { amount }
}

/** Turns a decimal string of the wire (up to six decimals, may be negative) back into money. */
export function fromWire(text: string): MicroUsd {
  const negative = text.startsWith('-')
  const micros = dollarsToMicros(negative ? text.slice(1) : text)
  return microUsd(negative ? -micros : micros)
}

/** A decimal string for the wire: a dot, at least two and at most six decimals. `1250.5` USD reads `1250.50`. */
export function toWire(amount: MicroUsd): string {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % MICROS_PER_DOLLAR).toString().padStart(6, '0')
  const decimals = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / MICROS_PER_DOLLAR}.${decimals}`
}

/** The same of several amounts, each under its name. */
export function allToWire<Key extends string>(amounts: Record<Key, MicroUsd>): Record<Key, string> {
  const entries = Object.entries<MicroUsd>(amounts).map(([key, amount]) => [key, toWire(amount)])
  return Object.fromEntries(entries) as Record<Key, string>
}

/** The whole cents of an amount, towards zero: what screens show of it, and what people can type. */
export function wholeCents(amount: MicroUsd): MicroUsd {
  return microUsd(amount - (amount % MICROS_PER_CENT))
}

/** Sum of amounts. */
export function sum(amounts: Iterable<MicroUsd>): MicroUsd {
  let total = 0n
  for (const amount of amounts) total += amount
  return microUsd(total)
}

function dollarsToMicros(text: string): MicroUsd {
  const [whole = '0', fraction = ''] = text.split('.')
  return microUsd(BigInt(whole) * MICROS_PER_DOLLAR + BigInt(fraction.padEnd(6, '0').slice(0, 6)))
}
