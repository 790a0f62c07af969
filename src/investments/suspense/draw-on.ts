import type { Change } from '#approvals/contract.ts'
import { changesBetween, larger } from '#approvals/rules.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { lockAnother } from '#records/lock.ts'
import { factsOf } from '#investments/decide.ts'
import { heldOf, isInvested, isWaiting, takenFromOwn } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { usedOf } from './store.ts'

/**
 * Before an investment changes whose principal comes from money in suspense, its own or another's: makes sure that
 * enough is held for it, and leaves a line in the other one's history of what is held from then on. Moves no money:
 * that is part of the investment's own posting. The caller holds the lock on the investor, whose records both are.
 * 422 if the other one is not the same investor's at the same wallet, 409 if too little is held or the other one
 * waits to be decided itself. Answers what changes by it, for whoever agrees: how much of held money pays for this one,
 * and the payment that it was held for.
 */
export async function drawOnSuspense(
  tx: Tx,
  clock: DatabaseClock,
  actor: Administrator,
  before: InvestmentRecord,
  after: InvestmentRecord,
): Promise<Change[]> {
  await drawOnOwn(tx, before, after)
  const more = microUsd(drawnBy(after) - drawnBy(before))
  if (after.from_suspense === null || more === ZERO) return heldChanges(before, after, after.tranx_id)
  if (after.source !== 'payment')
    refuseField('from_suspense', 'This investment is paid from a balance, so it can’t use held money.')
  const other = await lockAnother(tx, 'investment', after.user_id, after.from_suspense)
  if (other === undefined || other.wallet_id !== after.wallet_id || other.id === after.id) {
    refuseField('from_suspense', 'Choose another investment of the same investor at the same payment wallet.')
  }
  const used = await usedOf(tx, other.id)
  const held = heldOf(other, used)
  if (more > held) {
    const missing = showUsd(microUsd(more - held))
    refuse('wrong state', `${showUsd(held)} is held in suspense for that investment: ${missing} is missing.`)
  }
  if (more > ZERO && isWaiting(other.status)) refuse('wrong state', STILL_WAITING)
  await recordAct(tx, clock, actor, {
    action: 'use suspense',
    subject: { kind: 'investment', id: other.id },
    before: factsOf(other, used),
    after: factsOf(other, microUsd(used + more)),
  })
  return heldChanges(before, after, other.tranx_id)
}

function heldChanges(before: InvestmentRecord, after: InvestmentRecord, payment: string): Change[] {
  const inWords = (investment: InvestmentRecord) => {
    const paid = larger(drawnBy(investment), takenFromOwn(investment))
    return paid === ZERO
      ? { from_held: null, from_suspense: null }
      : { from_held: toWire(paid), from_suspense: payment }
  }
  return changesBetween(inWords(before), inWords(after))
}

/** Why money is neither used nor sent back while the investment that it came in for waits to be decided. */
export const STILL_WAITING =
  'The investment this money came in for is waiting for approval. Approve or decline it first.'

/** What another investment uses is not there for its own principal any more. */
async function drawOnOwn(tx: Tx, before: InvestmentRecord, after: InvestmentRecord): Promise<void> {
  const more = microUsd(takenFromOwn(after) - takenFromOwn(before))
  if (more <= ZERO) return
  const held = heldOf(before, await usedOf(tx, before.id))
  if (more > held) {
    const missing = showUsd(microUsd(more - held))
    refuse('wrong state', `Another investment uses money that came in for this one: ${missing} is missing.`)
  }
}

/** What an investment has of money that is held for another. */
function drawnBy({ status, amount, from_suspense }: InvestmentRecord): MicroUsd {
  return from_suspense !== null && isInvested(status) ? amount : ZERO
}
