import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { closeRequest, lockRequest } from './decide.ts'

/** Refuses what another administrator has asked for. Nothing changes; who asked is told the reason. */
export async function refuseApproval(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; reason: string },
): Promise<void> {
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. The person who asked for it will read it.')
  const approval = await lockRequest(tx, actor, 'refuse', input.id)
  await closeRequest(tx, clock, actor, approval, { decision: 'refuse', reason })
}
