import type { ToldBacking } from '#reserve/contract.ts'
import * as text from '#texts/backing.ts'

/** What of a plan's earnings is set apart in advance, in a sentence; `shown` writes an amount of the wire. Without one it says that some of them may not be. */
export function backingOfPlan({ backing, free }: ToldBacking, shown: (amount: string) => string): string {
  if (backing === 'strict') return text.strictPlan
  if (free === null) return text.hiddenPlan
  return free === '0.00' ? text.nonePlan : text.somePlan(shown(free))
}
