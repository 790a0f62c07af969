import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { factsOf } from './decide.ts'
import { heldOf, isInvested } from './rules.ts'
import { lockInvestment, usedOf, type InvestmentRecord } from './store.ts'

/**
 * Before an investment changes whose principal comes from money held for a declined one: makes sure that enough is
 * held for it, and leaves a line in the declined one's history of what is held from then on. Moves no money: that is
 * part of the investment's own posting. The caller holds the lock on the investor, whose records both are.
 * 422 where the declined one is not the same investor's at the same wallet, 409 where too little is held.
 */
export async function drawOnSuspense(
  tx: Tx,
  clock: DatabaseClock,
  actor: Administrator,
  before: InvestmentRecord,
  after: InvestmentRecord,
): Promise<void> {
  const more = microUsd(drawnBy(after) - drawnBy(before))
  if (after.from_suspense === null || more === ZERO) return
  if (after.source !== 'payment') refuseField('from_suspense', 'This investment was not to be paid: nothing came in.')
  const declined = await lockInvestment(tx, after.user_id, after.from_suspense)
  if (declined === undefined || declined.wallet_id !== after.wallet_id || declined.id === after.id) {
    refuseField('from_suspense', 'Choose a declined investment of the same investor at the same payment wallet.')
  }
  const used = await usedOf(tx, declined.id)
  const held = heldOf(declined, used)
  if (more > held) {
    const missing = showUsd(microUsd(more - held))
    refuse('wrong state', `${showUsd(held)} is held in suspense for that investment: ${missing} is missing.`)
  }
  await recordAct(tx, clock, actor, {
    action: 'use suspense',
    subject: { kind: 'investment', id: declined.id },
    before: factsOf(declined, used),
    after: factsOf(declined, microUsd(used + more)),
  })
}

/** What an investment has of money that is held for another. */
function drawnBy({ status, amount, from_suspense }: InvestmentRecord): MicroUsd {
  return from_suspense !== null && isInvested(status) ? amount : ZERO
}
