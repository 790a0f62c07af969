import { refuseWhileWaiting } from '#approvals/waiting.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { giveBack } from './give-back.ts'
import { lockForDecision } from './lock.ts'
import { mayMove, whyNot } from './rules.ts'

/** Declines a pending withdrawal: the amount goes back to the wallet that it came from. */
export async function declineWithdrawal(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null },
): Promise<void> {
  const withdrawal = await lockForDecision(tx, actor, input.id)
  const clock = await databaseClock(tx)
  await refuseWhileWaiting(tx, { kind: 'withdrawal', id: input.id })
  if (!mayMove('decline', withdrawal.status)) refuse('wrong state', whyNot('decline', withdrawal.status))
  refuseChanged('withdrawal', withdrawal.version, input.version)
  await giveBack(tx, clock, actor, withdrawal, {
    action: 'decline withdrawal',
    title: 'Withdrawal declined',
    reason: input.reason,
  })
}
