import { amountAgain, byTurn } from '#investments/at-end-rules.ts'
import type { Investment } from '#investments/contract.ts'
import { earnedBy } from '#investments/rules.ts'
import { microUsd, sum, type MicroUsd, ZERO } from '#money/micro-usd.ts'
import { termsOf } from './terms.ts'

/** What somebody has: all of it, what of it is in plans, and what can be withdrawn; the rest is bonus and on its way. */
export type WorthParts = { all: MicroUsd; inPlans: MicroUsd; withdrawable: MicroUsd }
/**
 * When something in a plan ends: what does and how much of each is invested again, in all what is and what comes back, and
 * what there is just before and just after.
 */
export type Maturity = {
  at: number
  ended: readonly { one: Investment; again: MicroUsd }[]
  again: MicroUsd
  back: MicroUsd
  before: WorthParts
  after: WorthParts
}

/**
 * What running investments are to bring from now on, the soonest first: each earns to its end, when its principal comes back
 * to where it came from, or is invested again as its owner has chosen. By the rules that the books follow; nothing else is
 * supposed to happen, and what is invested again earns nothing here: on which terms, that day says. `besides`: what of
 * the withdrawable is not in the Earnings Wallet.
 */
export function maturitiesOf(
  investments: readonly Investment[],
  now: number,
  worth: WorthParts,
  besides: MicroUsd = ZERO,
): Maturity[] {
  const running = investments
    .flatMap((one) => {
      if (one.status !== 'approved' || one.ends_at === null) return []
      // bonus credit does not come out of the wallet, nor back to it
      const own = one.source === 'bonus' ? 0n : 1n
      return [{ one, own, terms: termsOf(one), ends: Math.max(Date.parse(one.ends_at), now) }]
    })
    .toSorted((a, b) => byTurn(a.one, b.one))
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
    const ending = running.filter(({ ends: end }) => end === at)
    let { inPlans, withdrawable } = before
    // what ends together is there before any of it is invested again
    for (const { own, terms } of ending) withdrawable = microUsd(withdrawable + own * terms.amount)
    const ended = ending.map(({ one, own, terms }) => {
      const { amount } = terms
      const inWallet = microUsd(withdrawable - besides)
      const again = amountAgain(one.at_end, { amount, earned: earnedBy(terms, new Date(at)), inWallet })
      withdrawable = microUsd(withdrawable - own * again)
      inPlans = microUsd(inPlans - amount + again)
      return { one, again, back: again < amount ? microUsd(amount - again) : ZERO }
    })
    present = { all: before.all, inPlans, withdrawable }
    since = at
    const [back, again] = [sum(ended.map((one) => one.back)), sum(ended.map((one) => one.again))]
    return { at, ended, again, back, before, after: present }
  })
}

function earnedBetween(terms: Parameters<typeof earnedBy>[0], from: number, to: number): MicroUsd {
  return microUsd(earnedBy(terms, new Date(to)) - earnedBy(terms, new Date(from)))
}
