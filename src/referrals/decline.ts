import { refuseWhileWaiting } from '#approvals/waiting.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { decide } from './decide.ts'
import { lockForDecision } from './lock.ts'
import { mayMove, whyNot } from './rules.ts'

/** Declines a pending referral, for good. No money moves. 409 in any other state. */
export async function declineReferral(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null },
): Promise<void> {
  const referral = await lockForDecision(tx, actor, input.id)
  const clock = await databaseClock(tx)
  await refuseWhileWaiting(tx, { kind: 'referral', id: input.id })
  if (!mayMove('decline', referral.status)) refuse('wrong state', whyNot('decline', referral.status))
  refuseChanged('referral', referral.version, input.version)

  await decide(tx, clock, actor, referral, {
    action: 'decline referral',
    changed: { status: 'declined', reason: input.reason },
    reason: input.reason,
  })
}
