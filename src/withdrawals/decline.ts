import { refuseWhileWaiting } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { giveBack } from './give-back.ts'
import { refuseNotLookedUp } from './refuse-not-looked-up.ts'
import { TRANSITIONS } from './rules.ts'

/**
 * Declines a pending withdrawal: the amount goes back to the wallet that it came from. 422 while somebody said that it was
 * paid and nobody has confirmed it, unless `lookedUp` names that request.
 */
export async function declineWithdrawal(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null; lookedUp?: string | undefined },
): Promise<void> {
  const { record: withdrawal, clock } = await lockForDecision(tx, actor, 'withdrawal', input.id)
  await refuseWhileWaiting(tx, { kind: 'withdrawal', id: input.id })
  refuseClosed('withdrawal', TRANSITIONS.decline, withdrawal, input.version)
  await refuseNotLookedUp(tx, withdrawal, input.lookedUp)
  await giveBack(tx, clock, actor, withdrawal, {
    action: 'decline withdrawal',
    title: 'Withdrawal declined',
    reason: input.reason,
  })
}
