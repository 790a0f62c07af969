import { refuseWhileWaiting } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuseHeld } from '#addresses/refuse-held.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { refuseStopped } from '#users/pause-withdrawals.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'

/**
 * Approves a pending withdrawal: it is to be paid out. The amount stays held until it is. 409 while it waits for a new
 * address, and while it is stopped because the account was taken back.
 */
export async function approveWithdrawal(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined },
): Promise<void> {
  const { record: withdrawal, owner, clock } = await lockForDecision(tx, actor, 'withdrawal', input.id)
  await refuseWhileWaiting(tx, { kind: 'withdrawal', id: input.id })
  refuseClosed('withdrawal', TRANSITIONS.approve, withdrawal, input.version)
  refuseStopped(owner, clock.now())
  await refuseHeld(tx, clock, withdrawal)
  await decide(tx, clock, actor, withdrawal, {
    action: 'approve withdrawal',
    title: 'Withdrawal approved',
    changed: { status: TRANSITIONS.approve.to },
    reason: null,
  })
}
