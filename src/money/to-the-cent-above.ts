import { microUsd, type MicroUsd } from './micro-usd.ts'

const MICROS_PER_CENT = 10_000n

/** Rounded up to the next cent, for what is missing. */
export function toTheCentAbove(amount: MicroUsd): MicroUsd {
  return microUsd(((amount + MICROS_PER_CENT - 1n) / MICROS_PER_CENT) * MICROS_PER_CENT)
}
