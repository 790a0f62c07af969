import type { Investment } from '#investments/contract.ts'
import { earnedBy } from '#investments/rules.ts'
import { microUsd, sum, type MicroUsd } from '#money/micro-usd.ts'
import { termsOf } from './terms.ts'

/** What somebody has: all of it, what of it is in plans, and what can be withdrawn; the rest is bonus and on its way. */
export type WorthParts = { all: MicroUsd; inPlans: MicroUsd; withdrawable: MicroUsd }
/** When something in a plan comes back: what ends then and what comes back, and what there is just before and just after. */
export type Maturity = {
  at: number
  ended: readonly Investment[]
  back: MicroUsd
  before: WorthParts
  after: WorthParts
}

/**
 * What running investments are to bring from now on, the soonest first: each earns to its end, when its principal comes back
 * to where it came from. By the rules that the books follow; nothing else is supposed to happen.
 */
export function maturitiesOf(investments: readonly Investment[], now: number, worth: WorthParts): Maturity[] {
  const running = investments.flatMap((one) => {
    if (one.status !== 'approved' || one.ends_at === null) return []
    return [{ one, terms: termsOf(one), ends: Math.max(Date.parse(one.ends_at), now) }]
  })
  const ends = [...new Set(running.map(({ ends: end }) => end))].toSorted((a, b) => a - b)
  let present = worth
  let since = now
  return ends.map((at) => {
    const grown = sum(running.map(({ terms }) => earnedBetween(terms, since, at)))
    const before = {
      all: microUsd(present.all + grown),
      inPlans: present.inPlans,
      withdrawable: microUsd(present.withdrawable + grown),
    }
    const over = running.filter(({ ends: end }) => end === at)
    const back = sum(over.map(({ terms }) => terms.amount))
    const withdrawable = sum(over.filter(({ one }) => one.source !== 'bonus').map(({ terms }) => terms.amount))
    present = {
      all: before.all,
      inPlans: microUsd(before.inPlans - back),
      withdrawable: microUsd(before.withdrawable + withdrawable),
    }
    since = at
    return { at, ended: over.map(({ one }) => one), back, before, after: present }
  })
}

function earnedBetween(terms: Parameters<typeof earnedBy>[0], from: number, to: number): MicroUsd {
  return microUsd(earnedBy(terms, new Date(to)) - earnedBy(terms, new Date(from)))
}
