import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeRequest, lockRequest } from './decide.ts'

/** Takes back what one has asked for oneself. Nothing changes. */
export async function withdrawApproval(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string },
): Promise<void> {
  const approval = await lockRequest(tx, actor, 'withdraw', input.id)
  await closeRequest(tx, clock, actor, approval, { decision: 'withdraw', reason: null })
}
