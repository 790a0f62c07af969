import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'

/** Up to where the books were found clean. */
export type BooksMark = {
  /** by the server's own time, which `transfer.created_at` goes by */
  at: Date
  /** the oldest transaction that was not over then, as the server counts them */
  oldest: string
  /** which server counts them, and for which of its databases: rows that were brought into another count anew there */
  server: string
}

/** Further apart than this, two transactions cannot be told apart by the 32 bits that a row keeps. */
const FURTHEST = 2n ** 31n - 1_000_000n

/** What the transaction sees, as a mark. */
export async function presentMark(tx: Tx): Promise<BooksMark> {
  const { rows } = await sql<BooksMark>`
    SELECT transaction_timestamp() AS at, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest,
      (SELECT system_identifier::text FROM pg_control_system()) || '/' || pg_database.oid AS server
    FROM pg_database WHERE datname = current_database()`.execute(tx)
  const [mark] = rows
  if (mark === undefined) throw new Error('the database does not say what it sees')
  return mark
}

/**
 * A number above those of all transactions that the server has counted by now: this one's own. They are over once the
 * oldest that is not is no longer below it. What the server gives as the end of a snapshot is no such number: it is one more
 * than the highest that is over, and whoever began after that one may be under way.
 */
export async function numberAboveAll(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ own: string }>`SELECT pg_current_xact_id()::text AS own`.execute(tx)
  return BigInt(rows[0]?.own ?? 0)
}

/**
 * Whether what has changed since a mark can be told from the rest: in the same database of the same server, not too long
 * ago, and not before it, as where the server's clock was set back.
 */
export function isUsable(mark: BooksMark, now: BooksMark): boolean {
  const passed = BigInt(now.oldest) - BigInt(mark.oldest)
  return mark.server === now.server && mark.at <= now.at && passed >= 0n && passed < FURTHEST
}

/**
 * Whether a row was written since a mark, by the transaction that wrote it. What was written long before may be taken
 * for new, never the other way round. Always, without a mark.
 */
export function isChanged(table: string, since: BooksMark | null): RawBuilder<SqlBool> {
  if (since === null) return sql`true`
  const oldest = String(BigInt(since.oldest) % 2n ** 32n)
  return sql`age(${sql.ref(`${table}.xmin`)}) <= age(${oldest}::text::xid)`
}

/** Whether a row of `transfer` was written since a mark: found by when, and then told exactly. */
export function isWritten(since: BooksMark | null): RawBuilder<SqlBool> {
  if (since === null) return sql`true`
  // What was under way then may have been written before; nothing is under way for an hour.
  return sql`transfer.created_at >= ${since.at}::timestamptz - interval '1 hour' AND ${isChanged('transfer', since)}`
}
