import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import * as text from '#texts/backing.ts'

/** What of a plan's earnings is set apart in advance, in a sentence. */
export function backingOfPlan({ backing, free }: OfferedBacking): string {
  if (backing === 'strict') return text.strictPlan
  return fromWire(free) > ZERO ? text.somePlan(showUsd(fromWire(free))) : text.nonePlan
}
