import type { OfferedBacking } from '#reserve/contract.ts'
import * as text from '#texts/backing.ts'

/** What of a plan's earnings is set apart in advance, in a sentence; `shown` writes an amount of the wire. */
export function backingOfPlan({ backing, free }: OfferedBacking, shown: (amount: string) => string): string {
  if (backing === 'strict') return text.strictPlan
  return free === '0.00' ? text.nonePlan : text.somePlan(shown(free))
}
