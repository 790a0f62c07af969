import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { markRead } from './store.ts'

/** Marks one's own notifications as read and answers how many were unread; ids of others and unknown ones are ignored. */
export function readNotifications(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  input: { ids: readonly string[] },
): Promise<number> {
  return markRead(tx, actor.userId, input.ids, clock.now())
}
