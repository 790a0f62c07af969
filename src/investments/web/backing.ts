import * as text from '#texts/backing.ts'
import type { Plan } from '#plans/contract.ts'
import { fromWire, microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { OfferedBacking } from '#reserve/contract.ts'

/** A plan as it is offered: in `strict`, with the most that can still be invested in it. */
export type OfferedPlan = Plan & { left_to_invest?: string | null }

/** What of all that one investment would earn is set apart in advance, in a sentence. */
export function backingOfEarnings({ backing, free }: OfferedBacking, earns: MicroUsd): string {
  const apart = fromWire(free)
  if (backing === 'strict') return apart >= earns ? text.strict : text.beyond
  if (apart >= earns) return text.all
  return apart > ZERO ? text.some(showUsd(apart), showUsd(microUsd(earns - apart))) : text.none
}

/** That not even the least can be promised; `shortest` where no other duration promises less. */
export function nothingLeft(shortest: boolean): string {
  return shortest ? text.nothingLeftAtAll : text.nothingLeft
}
