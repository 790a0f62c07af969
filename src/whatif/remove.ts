import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { deleteWhatIf } from './store.ts'

/** Removes a saved what-if; the audit log keeps what was assumed. 404 where there is none. */
export async function removeWhatIf(tx: Tx, clock: Clock, actor: Administrator, { id }: { id: string }): Promise<void> {
  const removed = await deleteWhatIf(tx, id)
  if (removed === undefined) refuse('not found', 'There is no such what-if.')
  const before = { name: removed.name, ...removed.assumed }
  await recordAct(tx, clock, actor, { action: 'remove what-if', subject: { kind: 'what-if', id }, before })
}
