import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '#kit/database.ts'
import { sendAlong } from '#kit/pipeline.ts'
import { processOf } from '#kit/guard-connection.ts'

export type Remembered = { fingerprint: string; status: number | null; reply: string | null }
type IdempotencyKey = { scope: string; route: string; key: string }

const NOW = sql<Date>`database_now()`
/** Read once for a statement, so that keys are found by the index of their age. */
const KEPT_SINCE = sql<Date>`(SELECT database_now() - interval '24 hours')`

/**
 * Takes a key; false if it has been taken within 24 hours (waits for whoever is taking it at this
 * moment). One that is taken is locked, so that it is there to be read. One without an answer was taken by a statement
 * that stood alone, since a transaction commits both or none: nothing was done under it, and it is taken over. By the database's clock: one process whose own
 * is wrong would take a key for forgotten, and what was done under it would be done again.
 */
export async function takeKey(tx: Tx, key: IdempotencyKey & { fingerprint: string }): Promise<boolean> {
  const { fingerprint } = key
  const taken = await tx
    .insertInto('idempotency')
    .values({ ...key, created_at: NOW })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'route', 'key'])
        .doUpdateSet({ fingerprint, created_at: NOW, status: null, reply: null })
        .where((eb) => eb('idempotency.created_at', '<=', KEPT_SINCE).or('idempotency.status', 'is', null)),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export async function readKey(tx: Tx, { scope, route, key }: IdempotencyKey): Promise<Remembered> {
  return tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'reply'])
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** What was answered under a key within 24 hours; undefined where nothing was yet. Takes nothing and waits for nobody. */
export async function readAnswered(
  tx: Tx,
  { scope, route, key }: IdempotencyKey,
): Promise<{ fingerprint: string; status: number; reply: string } | undefined> {
  return tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'reply'])
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', KEPT_SINCE)
    .where('status', 'is not', null)
    .where('reply', 'is not', null)
    .$narrowType<{ status: number; reply: string }>()
    .executeTakeFirst()
}

export async function rememberReply(
  tx: Tx,
  { scope, route, key, ...change }: IdempotencyKey & { status: number; reply: string },
): Promise<void> {
  const kept = tx
    .updateTable('idempotency')
    .set(change)
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
  await sendAlong(tx, 'idempotency', kept)
}

/** Forgets the keys that were taken more than 24 hours ago, by the database's clock. */
export async function forgetOldKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('idempotency').where('created_at', '<', KEPT_SINCE).execute()
}

/**
 * A commit of something that leaves no trace in any table, and waits for what every commit waits for. Nothing else would
 * refuse it where the server only reads: it is asked for that first. Answers whether it does.
 */
export async function commitSomething(client: pg.Client): Promise<'committed' | 'only reads'> {
  const { rows } = await client.query<{ reads: string }>(`
    SELECT reads, CASE WHEN reads = 'off' THEN pg_logical_emit_message(true, 'plumb', 'healthz') END
    FROM current_setting('transaction_read_only') AS reads`)
  return rows[0]?.reads === 'off' ? 'committed' : 'only reads'
}

/**
 * Ends what another connection waits for, and answers what that was, in PostgreSQL's name for it; undefined if this
 * server does not know the other connection.
 */
export async function endWait(client: pg.Client, other: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ waited: string }>(
    "SELECT coalesce(wait_event, '') AS waited, pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1",
    [processOf(other)],
  )
  return rows[0]?.waited
}

/** The database's time, and where it is held, if it is. */
export async function selectDatabaseClock(tx: Tx): Promise<{ now: Date; held: Date | null }> {
  const { rows } = await sql<{ now: Date; held: Date | null }>`
    SELECT database_now() AS now, (SELECT stands_at FROM moved_clock) AS held`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return row
}

export async function selectDemoMark(tx: Tx): Promise<{ completed_at: Date | null } | undefined> {
  return tx.selectFrom('demo_mark').select('completed_at').executeTakeFirst()
}

export async function insertDemoMark(tx: Tx, begunAt: Date): Promise<void> {
  await tx.insertInto('demo_mark').values({ begun_at: begunAt }).execute()
}

export async function completeDemoMark(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('demo_mark').set({ completed_at: at }).execute()
}

/** Whether anybody is there: whoever acts is a user, so nothing else can be without one. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}
