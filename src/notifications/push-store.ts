import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Claim, waitForClaim } from '#kit/claim.ts'
import type { Tx } from '#kit/database.ts'
import type { Push, PushSubscription } from '#kit/database-schema.ts'
import { sendAlong } from '#kit/pipeline.ts'

export async function selectPushKey(tx: Tx): Promise<{ public_key: string; private_key: string } | undefined> {
  return tx.selectFrom('push_key').select(['public_key', 'private_key']).executeTakeFirst()
}

/** Does nothing if another process was first. */
export async function insertPushKey(
  tx: Tx,
  row: { public_key: string; private_key: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('push_key')
    .values(row)
    .onConflict((known) => known.column('one').doNothing())
    .execute()
}

/** One at a time for a user's devices, and for an endpoint. Always in this order. */
export async function lockDevices(tx: Tx, userId: string, endpoint: string): Promise<void> {
  for (const what of [`push/user/${userId}`, `push/endpoint/${endpoint}`])
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)
}

/** With all that was on its way through it. */
export async function deleteSubscriptionOfOthers(tx: Tx, userId: string, endpoint: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).where('user_id', '!=', userId).execute()
}

type SubscriptionRow = Pick<
  Selectable<PushSubscription>,
  'id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth' | 'created_at'
>

/** A new device, or the same again with the keys that it now has. */
export async function upsertSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  const { p256dh, auth, created_at } = row
  await tx
    .insertInto('push_subscription')
    .values(row)
    .onConflict((known) =>
      known.column('endpoint').doUpdateSet({ p256dh, auth, created_at, closed_at: null, failed_at: null }),
    )
    .execute()
}

/** Forgets a user's oldest devices beyond so many. */
export async function closeOldest(tx: Tx, userId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('push_subscription')
    .where('id', 'in', (db) =>
      db
        .selectFrom('push_subscription')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
}

export async function deleteSubscription(tx: Tx, of: { user_id: string; endpoint: string }): Promise<void> {
  await tx
    .deleteFrom('push_subscription')
    .where('user_id', '=', of.user_id)
    .where('endpoint', '=', of.endpoint)
    .execute()
}

export async function deleteSubscriptionById(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export async function closeDevicesOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('push_subscription')
    .set({ closed_at: at })
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .execute()
}

type NewPush = Pick<Selectable<Push>, 'notification_id' | 'title' | 'content' | 'path' | 'created_at'>

/** The same words, for each of the users' notifications a push to each of their devices. */
export async function insertPushes(
  tx: Tx,
  told: readonly { userId: string; notificationId: string }[],
  push: Omit<NewPush, 'content' | 'notification_id'> & { content: RawBuilder<string> },
): Promise<void> {
  const { title, content, path, created_at } = push
  const pushes = sql`
    INSERT INTO push (subscription_id, notification_id, title, content, path, created_at, next_try_at)
    SELECT id, told.notification_id, ${title}, ${content}, ${path}, ${created_at}, ${created_at}
    FROM unnest(${told.map(({ userId }) => userId)}::uuid[], ${told.map(({ notificationId }) => notificationId)}::uuid[])
      AS told (user_id, notification_id)
    CROSS JOIN LATERAL (
      SELECT id FROM push_subscription WHERE user_id = told.user_id AND closed_at IS NULL OFFSET 0
    ) AS device`
  await sendAlong(tx, 'push', pushes)
}

/** A push on its way out, where it goes, and how often it has been tried, this time included. */
export type ClaimedPush = NewPush &
  Pick<Selectable<Push>, 'subscription_id' | 'tries'> &
  Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/** Whether the last thing that was sent to a device arrived, or nothing was yet; or whether it failed. */
export type Devices = 'well' | 'failing'

/** Whether pushes are due, whichever devices they are for. */
export function pushesAreDue(now: Date): RawBuilder<boolean> {
  return sql`coalesce((
    SELECT min(next_try_at) FROM push WHERE delivered_at IS NULL AND given_up_at IS NULL
  ) <= ${now}, false)`
}

/**
 * Takes pushes that are due, each for one deliverer alone until `leaseEnds`. Of what waits for a failing device one is
 * taken, that which was tried most often: whether the device is back is found out with one. A claim that is made again
 * and stands is answered as it stands.
 */
export async function claimPushes(
  tx: Tx,
  {
    devices,
    now,
    leaseEnds,
    most,
    claim,
  }: { devices: Devices; now: Date; leaseEnds: Date; most: number; claim: Claim },
): Promise<ClaimedPush[]> {
  await waitForClaim(tx, claim)
  const standing = claim.again ? await selectClaimedPushes(tx, claim) : []
  if (standing.length > 0) return standing
  const due = sql`push.delivered_at IS NULL AND push.given_up_at IS NULL AND push.next_try_at <= ${now}`
  const candidates =
    devices === 'well'
      ? sql`SELECT push.subscription_id, push.notification_id
          FROM push JOIN push_subscription AS device ON device.id = push.subscription_id
          WHERE ${due} AND device.failed_at IS NULL
          ORDER BY push.next_try_at LIMIT ${most}`
      : sql`SELECT DISTINCT ON (push.subscription_id) push.subscription_id, push.notification_id
          FROM push JOIN push_subscription AS device ON device.id = push.subscription_id
          WHERE ${due} AND device.failed_at IS NOT NULL
          ORDER BY push.subscription_id, push.tries DESC, push.next_try_at`
  const { rows } = await sql<ClaimedPush>`
    WITH due AS (
      SELECT push.subscription_id, push.notification_id
      FROM push JOIN (${candidates}) AS one USING (subscription_id, notification_id)
      WHERE ${due}
      ORDER BY push.next_try_at LIMIT ${most} FOR UPDATE OF push SKIP LOCKED
    )
    UPDATE push SET next_try_at = ${leaseEnds}, tries = tries + 1, claim = ${claim.id}
    FROM due, push_subscription AS device
    WHERE push.subscription_id = due.subscription_id AND push.notification_id = due.notification_id
      AND device.id = push.subscription_id
    RETURNING ${CLAIMED}`.execute(tx)
  return rows
}

const CLAIMED = sql`push.subscription_id, push.notification_id, push.title, push.content, push.path, push.created_at,
  push.tries, device.endpoint, device.p256dh, device.auth`

async function selectClaimedPushes(tx: Tx, claim: Claim): Promise<ClaimedPush[]> {
  const { rows } = await sql<ClaimedPush>`
    SELECT ${CLAIMED} FROM push JOIN push_subscription AS device ON device.id = push.subscription_id
    WHERE push.claim = ${claim.id} AND push.delivered_at IS NULL AND push.given_up_at IS NULL`.execute(tx)
  return rows
}

/** Notes what became of a try, unless another deliverer has the push by now. */
export async function settlePush(
  tx: Tx,
  push: ClaimedPush,
  change: { delivered_at: Date } | { given_up_at: Date } | { next_try_at: Date },
): Promise<void> {
  await tx
    .updateTable('push')
    .set(change)
    .where('subscription_id', '=', push.subscription_id)
    .where('notification_id', '=', push.notification_id)
    .where('tries', '=', push.tries)
    .execute()
}

/** Something arrived at a device: what was put off because it failed is due now. */
export async function noteDeviceWorks(tx: Tx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('push_subscription')
    .set({ failed_at: null })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await waitingFor(tx, id).set({ next_try_at: now }).where('tries', '=', 0).execute()
}

/** Nothing arrived at a device: what else waits for it is not tried before `nextTry`. */
export async function noteDeviceFails(
  tx: Tx,
  id: string,
  failure: { failed_at: Date; last_failure: string },
  nextTry: Date,
): Promise<void> {
  await tx.updateTable('push_subscription').set(failure).where('id', '=', id).execute()
  await waitingFor(tx, id).set({ next_try_at: nextTry }).where('next_try_at', '<', nextTry).execute()
}

function waitingFor(tx: Tx, id: string) {
  return tx
    .updateTable('push')
    .where('subscription_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
}

/** Forgets pushes from before, which are no news any more, arrived or not, and devices that were closed before. */
export async function forgetPushesBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('push').where('created_at', '<', time).execute()
  await tx.deleteFrom('push_subscription').where('closed_at', '<', time).execute()
}
