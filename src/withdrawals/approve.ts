import { refuseWhileWaiting } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuseHeld } from '#addresses/refuse-held.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'

/**
 * Approves a pending withdrawal: it is to be paid out. The amount stays held until it is. 409 while it waits for a new
 * address.
 */
export async function approveWithdrawal(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined },
): Promise<void> {
  const { record: withdrawal, clock } = await lockForDecision(tx, actor, 'withdrawal', input.id)
  await refuseWhileWaiting(tx, { kind: 'withdrawal', id: input.id })
  refuseClosed('withdrawal', TRANSITIONS.approve, withdrawal, input.version)
  await refuseHeld(tx, clock, withdrawal)
  await decide(tx, clock, actor, withdrawal, {
    action: 'approve withdrawal',
    title: 'Withdrawal approved',
    changed: { status: TRANSITIONS.approve.to },
    reason: null,
  })
}
