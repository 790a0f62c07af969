import { createECDH } from 'node:crypto'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Subscription } from './contract.ts'
import { mayBeEndpoint } from './push-address.ts'
import { closeOldest, deleteSubscriptionOfOthers, lockDevices, upsertSubscription } from './push-store.ts'

/** Devices of one user that are notified; one more, and the oldest no longer is. */
export const MOST_DEVICES = 10

/**
 * Notifies a browser from now on. A browser has one endpoint: whoever subscribes it last gets it, and what was on its
 * way to another person through it is dropped. 422 if nothing can or may be sent there.
 */
export async function subscribe(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { endpoint, keys, mayBeLoopback }: Subscription & { mayBeLoopback: boolean },
): Promise<void> {
  if (!mayBeEndpoint(endpoint, mayBeLoopback))
    refuseField('endpoint', 'This browser names a push service that we cannot use.')
  if (!isPublicKey(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== 16)
    refuseField('keys', 'This browser’s keys for notifications cannot be used.')
  await lockDevices(tx, actor.userId, endpoint)
  await deleteSubscriptionOfOthers(tx, actor.userId, endpoint)
  await upsertSubscription(tx, { id: newId(), user_id: actor.userId, endpoint, ...keys, created_at: clock.now() })
  await closeOldest(tx, actor.userId, MOST_DEVICES)
}

/** Whether this is a point of P-256: with any other, a message could not be sealed. */
function isPublicKey(text: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}
