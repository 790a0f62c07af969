import { refuseWhileWaiting } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'

/** Declines a pending referral, for good. No money moves. 409 in any other state. */
export async function declineReferral(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null },
): Promise<void> {
  const { record: referral, clock } = await lockForDecision(tx, actor, 'referral', input.id)
  await refuseWhileWaiting(tx, { kind: 'referral', id: input.id })
  refuseClosed('referral', TRANSITIONS.decline, referral, input.version)

  await decide(tx, clock, actor, referral, {
    action: 'decline referral',
    changed: { status: TRANSITIONS.decline.to, reason: input.reason },
    reason: input.reason,
  })
}
