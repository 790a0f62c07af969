import type { MicroUsd } from '#money/micro-usd.ts'
import { ONE_DOLLAR, type Price } from './rules.ts'

/** As many decimals of a coin as people are asked to type, where it has more. */
const SHOWN_DECIMALS = 8
const PRICE_UNITS_PER_MICRO = ONE_DOLLAR / 1_000_000n

/**
 * How much of a coin pays dollars at a price, in the coin's smallest units: rounded up to its eighth decimal, or to its
 * last where it has fewer, so that nobody who pays it pays too little. At the price it is worth the dollars or more, by
 * less than one such step.
 */
export function unitsFor(dollars: MicroUsd, at: Price, decimals: number): bigint {
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN_DECIMALS))
  const worth = dollars * PRICE_UNITS_PER_MICRO * 10n ** BigInt(decimals)
  const perStep = at * step
  return ((worth + perStep - 1n) / perStep) * step
}

/** Units of a coin as a decimal string of whole coins, with no zeros at its end: `0.00509142`, `25`. */
export function writeUnits(units: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals)
  const fraction = (units % one).toString().padStart(decimals, '0').replace(/0+$/, '')
  return decimals === 0 || fraction === '' ? `${units / one}` : `${units / one}.${fraction}`
}
