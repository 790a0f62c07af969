import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { APP_ROLE, type Database, type Tx } from '#kit/database.ts'
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

export async function insertLiveEvent(tx: Tx, audience: Audience, topic: string): Promise<void> {
  const to =
    typeof audience === 'string' ? { audience, user_id: null } : { audience: 'user' as const, user_id: audience.userId }
  await tx
    .insertInto('live_event')
    .values({ ...to, topic })
    .execute()
}

/** Which transactions are over at this moment, in PostgreSQL's own words, to be handed to `selectSince`. */
export async function selectMoment(db: Database): Promise<string> {
  const { rows } = await sql<{ moment: string }>`SELECT pg_current_snapshot()::text AS moment`.execute(db)
  return rows[0]?.moment ?? ''
}

/**
 * The events that have become visible since a moment, each kind once, and the moment of this look. One statement has
 * one snapshot, so what this look does not see is exactly what the next one will.
 */
export async function selectSince(db: Database, moment: string): Promise<{ moment: string; events: LiveEvent[] }> {
  const { rows } = await sql<{ moment: string; events: LiveEvent[] }>`
    SELECT pg_current_snapshot()::text AS moment, coalesce((
      SELECT jsonb_agg(DISTINCT jsonb_build_object('audience', audience, 'userId', user_id, 'topic', topic))
      FROM live_event
      WHERE transaction_id >= pg_snapshot_xmin(${moment}::pg_snapshot)
        AND NOT pg_visible_in_snapshot(transaction_id, ${moment}::pg_snapshot)
    ), '[]') AS events`.execute(db)
  return rows[0] ?? { moment, events: [] }
}

/** Both ends of an event's age are the database's time. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await sql`DELETE FROM live_event WHERE created_at < now() - interval '1 hour'`.execute(db)
}

/** Asks to be told on this connection, by any process, that there is something to read. */
export async function listen(client: ClientBase): Promise<void> {
  await client.query(`SET ROLE ${APP_ROLE}; LISTEN ${CHANNEL}`)
}

/** Tells every process that there is something to read. */
export async function tellAll(client: ClientBase): Promise<void> {
  await client.query(`NOTIFY ${CHANNEL}`)
}
