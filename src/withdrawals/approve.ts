import { refuseWhileWaiting } from '#approvals/waiting.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import { decide } from './decide.ts'
import { lockForDecision } from './lock.ts'
import { mayMove, MOVES, whyNot } from './rules.ts'

/** Approves a pending withdrawal: it is to be paid out. The amount stays held until it is. */
export async function approveWithdrawal(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined },
): Promise<void> {
  const withdrawal = await lockForDecision(tx, actor, input.id)
  const clock = await databaseClock(tx)
  await refuseWhileWaiting(tx, { kind: 'withdrawal', id: input.id })
  if (!mayMove('approve', withdrawal.status)) refuse('wrong state', whyNot('approve', withdrawal.status))
  refuseChanged('withdrawal', withdrawal.version, input.version)
  await decide(tx, clock, actor, withdrawal, {
    action: 'approve withdrawal',
    title: 'Withdrawal approved',
    changed: { status: MOVES.approve.to },
    reason: null,
  })
}
