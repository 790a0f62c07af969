import * as text from '#texts/withdraw-form.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

const MICROS_PER_DOLLAR = 1_000_000n
const MICROS_PER_CENT = 10_000n

/** A quarter, a half and all of a balance, rounded down to the cent, as people would type them. None below a dollar. */
export function portionsOf(balance: MicroUsd): { label: string; amount: string }[] {
  if (balance < MICROS_PER_DOLLAR) return []
  const portion = (label: string, parts: bigint) => ({ label, amount: typed((balance * parts) / 4n / MICROS_PER_CENT) })
  return [portion('25%', 1n), portion('50%', 2n), portion(text.all, 4n)]
}

function typed(cents: bigint): string {
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
