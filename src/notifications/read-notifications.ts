import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { markRead, markReadThrough } from './store.ts'

/**
 * Marks one's own notifications as read, those of the ids and, with `through`, that one and all before it; what came since
 * stays unread. Answers how many were unread; ids of others and unknown ones are ignored.
 */
export async function readNotifications(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { ids, through }: { ids: readonly string[]; through?: string | undefined },
): Promise<number> {
  const now = clock.now()
  const read = await markRead(tx, actor.userId, ids, now)
  return through === undefined ? read : read + (await markReadThrough(tx, actor.userId, through, now))
}
