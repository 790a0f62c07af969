import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockRecord } from '#records/lock.ts'
import { whyNotOpen } from '#records/rules.ts'
import { decide } from './decide.ts'
import { mayTransition, TRANSITIONS } from './rules.ts'
import { selectByTranxId } from './store.ts'

/**
 * The investor says that the payment has been made; no money moves. Harmless again once it has been said.
 * 404 if it is not the investor's own or not paid from outside, 409 if it is declined.
 */
export async function verifyInvestment(tx: Tx, actor: Investor, input: { tranxId: string }): Promise<void> {
  const own = await selectByTranxId(tx, actor.userId, input.tranxId)
  const locked = own?.source === 'payment' && (await lockRecord(tx, 'investment', own.id))
  if (!locked) refuse('not found', 'There is no such payment.')
  const { record: investment } = locked
  if (investment.status === 'declined') {
    refuse('wrong state', whyNotOpen('investment', TRANSITIONS.verify, investment.status))
  }
  if (!mayTransition('verify', investment.status)) return

  const clock = await databaseClock(tx)
  await decide(tx, clock, actor, locked, {
    action: 'verify investment',
    title: 'Payment being checked',
    after: { ...investment, status: TRANSITIONS.verify.to },
    reason: null,
  })
}
