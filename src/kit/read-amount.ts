import { parseAmount, type MicroUsd } from '#money/micro-usd.ts'
import { refuseField } from './refusal.ts'

/** Reads an amount of dollars out of a request; refuses the field where it cannot be read. */
export function readAmount(field: string, typed: unknown): MicroUsd {
  const read = parseAmount(typed)
  return 'problem' in read ? refuseField(field, read.problem) : read.amount
}
