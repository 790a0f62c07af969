import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeDevicesOf, deleteSubscription } from './push-store.ts'

/** No longer notifies one of one's own browsers; another's, or one that is not known, is left as it is. */
export async function unsubscribe(tx: Tx, _clock: Clock, actor: Investor, input: { endpoint: string }): Promise<void> {
  await deleteSubscription(tx, { user_id: actor.userId, endpoint: input.endpoint })
}

/**
 * All sessions of a user have ended: their devices get what is on its way now, such as the warning that says so, and
 * nothing that comes after.
 */
export async function closeDevices(tx: Tx, clock: Clock, userId: string): Promise<void> {
  await closeDevicesOf(tx, userId, clock.now())
}
