import { type Selectable, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { type Claim, waitForClaim } from '#kit/claim.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { Push, PushSubscription } from '#kit/database-schema.ts'
import type { Toast } from './contract.ts'

const CHANNEL = 'plumb_live'

export type NotificationRow = {
  user_id: string
  id: string
  icon: string
  title: string
  bold_value: string
  status_color: string
  status_text: string
  created_at: Date
}

/** Whose open screens an event is for: one user's, all administrators', or everybody's. */
export type Audience = { userId: string } | 'administrators' | 'everybody'

/** One thing that has changed, for one audience; `userId` where the audience is a user. */
export type LiveEvent = { audience: 'user' | 'administrators' | 'everybody'; userId: string | null; topic: string }

export async function insertNotification(tx: Tx, row: NotificationRow): Promise<void> {
  await tx.insertInto('notification').values(row).execute()
}

/** Where mail for a user goes. */
export async function selectAddress(tx: Tx, userId: string): Promise<string> {
  const user = await tx.selectFrom('app_user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return user.email
}

export async function selectUnread(tx: Tx, userId: string, limit: number): Promise<Toast[]> {
  const rows = await tx
    .selectFrom('notification')
    .select(['id', 'created_at', 'icon', 'title', 'bold_value', 'status_color', 'status_text'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, created_at, ...data }) => ({ id, created_at: created_at.toISOString(), data }))
}

/** Marks those of the ids that are this user's and unread. Answers how many there were. */
export async function markRead(tx: Tx, userId: string, ids: readonly string[], at: Date): Promise<number> {
  const rows = await tx
    .updateTable('notification')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where('read_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export async function insertLiveEvent(tx: Tx, audiences: readonly Audience[], topic: string): Promise<void> {
  const rows = audiences.map((audience) =>
    typeof audience === 'string'
      ? { audience, user_id: null, topic }
      : { audience: 'user' as const, user_id: audience.userId, topic },
  )
  await tx.insertInto('live_event').values(rows).execute()
}

/**
 * Which transactions are over at a moment, in PostgreSQL's own words, and of which server: another one, or this one after
 * a restart or a failover, may give the same numbers to other transactions.
 */
export type Moment = { over: string; server: string }

/** A standby has no timeline of its own. */
const SERVER = sql`pg_postmaster_start_time()::text || ' '
  || CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`

export async function selectMoment(db: Database): Promise<Moment> {
  const { rows } = await sql<Moment>`SELECT pg_current_snapshot()::text AS over, ${SERVER} AS server`.execute(db)
  return rows[0] ?? { over: '', server: '' }
}

/**
 * The events that have become visible since a moment of the same server, each kind once, and the moment of this look. One
 * statement has one snapshot, so what this look does not see is exactly what the next one will.
 */
export async function selectSince(db: Database, { over }: Moment): Promise<{ moment: Moment; events: LiveEvent[] }> {
  const { rows } = await sql<Moment & { events: LiveEvent[] }>`
    SELECT pg_current_snapshot()::text AS over, ${SERVER} AS server, coalesce((
      SELECT jsonb_agg(DISTINCT jsonb_build_object('audience', audience, 'userId', user_id, 'topic', topic))
      FROM live_event
      WHERE transaction_id >= pg_snapshot_xmin(${over}::pg_snapshot)
        AND NOT pg_visible_in_snapshot(transaction_id, ${over}::pg_snapshot)
    ), '[]') AS events`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  return { moment: { over: row.over, server: row.server }, events: row.events }
}

/** Both ends of an event's age are the database's time. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await sql`DELETE FROM live_event WHERE created_at < now() - interval '1 hour'`.execute(db)
}

/** One stream of a user is opened at a time. */
export async function lockStreams(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`streams/${userId}`}, 0)),
    set_config('synchronous_commit', 'off', true)`.execute(tx)
}

/** Does nothing where it was done: a COMMIT that was lost is tried again. */
export async function insertStream(tx: Tx, row: { id: string; user_id: string; session_id: string }): Promise<void> {
  await tx
    .insertInto('event_stream')
    .values(row)
    .onConflict((known) => known.column('id').doNothing())
    .execute()
}

/** Forgets a user's oldest streams beyond so many. Answers how many these were. */
export async function deleteOldestStreams(tx: Tx, userId: string, kept: number): Promise<number> {
  const rows = await tx
    .deleteFrom('event_stream')
    .where('id', 'in', (db) =>
      db.selectFrom('event_stream').select('id').where('user_id', '=', userId).orderBy('id', 'desc').offset(kept),
    )
    .returning('id')
    .execute()
  return rows.length
}

export async function deleteStream(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('event_stream').where('id', '=', id).execute()
}

/** The end of a stream's session, null while it is open; undefined where the stream is no longer among the newest. */
export async function selectStream(tx: Tx, id: string): Promise<{ ended_at: Date | null } | undefined> {
  return tx
    .selectFrom('event_stream')
    .innerJoin('session', 'session.id', 'event_stream.session_id')
    .select('session.ended_at')
    .where('event_stream.id', '=', id)
    .executeTakeFirst()
}

/** Asks to be told on this connection, by any process, that there is something to read. */
export async function listen(client: ClientBase): Promise<void> {
  await client.query(`LISTEN ${CHANNEL}`)
}

/** Tells every process that there is something to read. */
export async function tellAll(client: ClientBase): Promise<void> {
  await client.query(`NOTIFY ${CHANNEL}`)
}

export async function selectPushKey(tx: Tx): Promise<{ public_key: string; private_key: string } | undefined> {
  return tx.selectFrom('push_key').select(['public_key', 'private_key']).executeTakeFirst()
}

/** Does nothing where another process was first. */
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

/** A push for each of a user's devices. */
export async function insertPushes(tx: Tx, userId: string, push: NewPush): Promise<void> {
  const { notification_id, title, content, path, created_at } = push
  await sql`
    INSERT INTO push (subscription_id, notification_id, title, content, path, created_at, next_try_at)
    SELECT id, ${notification_id}, ${title}, ${content}, ${path}, ${created_at}, ${created_at}
    FROM push_subscription WHERE user_id = ${userId} AND closed_at IS NULL`.execute(tx)
}

/** A push on its way out, where it goes, and how often it has been tried, this time included. */
export type ClaimedPush = NewPush &
  Pick<Selectable<Push>, 'subscription_id' | 'tries'> &
  Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/** Whether the last thing that was sent to a device arrived, or nothing was yet; or whether it failed. */
export type Devices = 'well' | 'failing'

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
