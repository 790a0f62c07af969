import { type Selectable, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database, Tx } from '#kit/database.ts'
import type { EventStream } from '#kit/database-schema.ts'
import { sendAlong } from '#kit/pipeline.ts'
import type { Cursor } from '#lists/cursor.ts'
import type { SubjectKind, Toast } from './contract.ts'

const CHANNEL = 'plumb_live'

export type NotificationRow = {
  user_id: string
  id: string
  icon: string
  title: string
  bold_value: string
  status_color: string
  status_text: string
  subject_kind: SubjectKind | null
  subject_id: string | null
  created_at: Date
}

/** Whose open screens an event is for: one user's, all administrators', or everybody's. */
export type Audience = { userId: string } | 'administrators' | 'everybody'

/** One thing that has changed, for one audience; `userId` where the audience is a user. */
export type LiveEvent = { audience: 'user' | 'administrators' | 'everybody'; userId: string | null; topic: string }

export async function insertNotifications(tx: Tx, rows: readonly NotificationRow[]): Promise<void> {
  await sendAlong(tx, 'notification', tx.insertInto('notification').values(rows))
}

/** The same notification for everybody who has not closed their account, or of them for investors alone, with a role or without one. */
export async function insertForAll(
  tx: Tx,
  whom: 'investors' | 'everybody',
  {
    icon,
    title,
    bold_value,
    status_color,
    status_text,
    created_at,
  }: Omit<NotificationRow, 'user_id' | 'id' | 'subject_kind' | 'subject_id'>,
): Promise<void> {
  await sql`
    INSERT INTO notification (user_id, id, icon, title, bold_value, status_color, status_text, created_at)
    SELECT id, gen_random_uuid(), ${icon}, ${title}, ${bold_value}, ${status_color}, ${status_text}, ${created_at}
    FROM app_user WHERE closed_at IS NULL AND (${whom === 'everybody'} OR cardinality(roles) = 0
      OR EXISTS (SELECT FROM investment WHERE user_id = app_user.id))`.execute(tx)
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

export type ListedNotification = Omit<NotificationRow, 'user_id'> & { read_at: Date | null }

/** What a user was told, newest first, after a cursor. */
export async function selectNotifications(
  tx: Tx,
  userId: string,
  after: Cursor | undefined,
  limit: number,
): Promise<ListedNotification[]> {
  let query = tx
    .selectFrom('notification')
    .select(['id', 'created_at', 'icon', 'title', 'bold_value', 'status_color', 'status_text'])
    .select(['subject_kind', 'subject_id', 'read_at'])
    .where('user_id', '=', userId)
  if (after !== undefined) {
    query = query.where(sql<boolean>`(created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)`)
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, subject_kind: row.subject_kind as SubjectKind | null }))
}

/** How many of what a user was told is not read yet. */
export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('notification')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a user's unread ones up to one of theirs, itself included. Answers how many there were. */
export async function markReadThrough(tx: Tx, userId: string, id: string, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(
      sql<boolean>`(created_at, id) <= (
        SELECT created_at, id FROM notification WHERE user_id = ${userId}::uuid AND id = ${id}::uuid
      )`,
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Marks those of the ids that are this user's and unread. Answers how many there were. */
export async function markRead(tx: Tx, userId: string, ids: readonly string[], at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function insertLiveEvent(tx: Tx, audiences: readonly Audience[], topic: string): Promise<void> {
  const rows = audiences.map((audience) =>
    typeof audience === 'string'
      ? { audience, user_id: null, topic }
      : { audience: 'user' as const, user_id: audience.userId, topic },
  )
  await sendAlong(tx, 'live_event', tx.insertInto('live_event').values(rows))
}

/**
 * Which transactions are over at a moment, in PostgreSQL's own words, and of which server: another one, or this one after
 * a restart or a failover, may give the same numbers to other transactions.
 */
export type StreamPosition = { over: string; server: string }

/** A standby has no timeline of its own. */
const SERVER = sql`pg_postmaster_start_time()::text || ' '
  || CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END`

export async function selectMoment(db: Database): Promise<StreamPosition> {
  const { rows } = await sql<StreamPosition>`SELECT pg_current_snapshot()::text AS over, ${SERVER} AS server`.execute(
    db,
  )
  return rows[0] ?? { over: '', server: '' }
}

/**
 * The events that have become visible since a moment of the same server, each kind once, and the moment of this look. One
 * statement has one snapshot, so what this look does not see is exactly what the next one will.
 */
export async function selectSince(
  db: Database,
  { over }: StreamPosition,
): Promise<{ moment: StreamPosition; events: LiveEvent[] }> {
  const { rows } = await sql<StreamPosition & { events: LiveEvent[] }>`
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

/** Does nothing if it was done: a COMMIT that was lost is tried again. */
export async function insertStream(tx: Tx, row: Selectable<EventStream>): Promise<void> {
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

/**
 * Of a stream's session the end, null while it is open, and whether its half is the one that the stream was opened with;
 * undefined if the stream is no longer among the newest.
 */
export async function selectStream(
  tx: Tx,
  id: string,
): Promise<{ ended_at: Date | null; same_half: boolean } | undefined> {
  return tx
    .selectFrom('event_stream')
    .innerJoin('session', 'session.id', 'event_stream.session_id')
    .select([
      'session.ended_at',
      sql<boolean>`session.cookie_hash IS NOT DISTINCT FROM event_stream.cookie_hash`.as('same_half'),
    ])
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
