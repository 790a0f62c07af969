import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { numberAboveAll, presentMark } from '#ledger/proof/mark.ts'
import type { EntryType, LoggedEntry, LoggedTransfer } from './canonical-rules.ts'
import type { TilePlace } from './tile-rules.ts'

/** How far the log goes, and what of the books it has looked at. */
export type LogHead = {
  size: number
  secret: Uint8Array
  /** every transfer up to this number has its position, or never comes */
  settled_id: bigint
  /** up to this one all were begun before `seen_before`, a number of the server `seen_on` */
  seen_id: bigint
  seen_before: string
  seen_on: string
}
export type StoredEntry = LoggedEntry & { account_id: number }
export type StoredTransfer = LoggedTransfer & { entries: StoredEntry[] }
export type Announcement = { id: bigint; type: EntryType; bytes: Buffer; salt: Buffer }
/**
 * Locks the head: all that follows sees one state of the database, in which nobody else continues the log. Undefined where
 * another process is at it. The first statement of its transaction.
 */
export async function lockHead(tx: Tx): Promise<LogHead | undefined> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
  await sql`SET LOCAL synchronous_commit = on`.execute(tx)
  const { rows } = await sql<Omit<LogHead, 'size'> & { size: bigint }>`
    SELECT size, secret, settled_id, seen_id, seen_before, seen_on FROM log_head FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows.map((row) => ({ ...row, size: Number(row.size) }))[0]
}

export async function selectHead(tx: Tx): Promise<LogHead> {
  const row = await tx
    .selectFrom('log_head')
    .select(['size', 'secret', 'settled_id', 'seen_id', 'seen_before', 'seen_on'])
    .executeTakeFirstOrThrow()
  return { ...row, size: Number(row.size) }
}

/**
 * Up to which number the transaction sees transfers, and who may still add one of a lower number: nobody once `oldest` is
 * not below `next`.
 */
export async function selectHorizon(tx: Tx): Promise<{ last: bigint; oldest: bigint; next: bigint; server: string }> {
  const { oldest, server } = await presentMark(tx)
  const next = await numberAboveAll(tx)
  const { rows } = await sql<{ last: bigint }>`
    SELECT coalesce((SELECT max(id) FROM transfer), 0) AS last`.execute(tx)
  return { last: rows[0]?.last ?? 0n, next, oldest: BigInt(oldest), server }
}

export async function updateSeen(
  tx: Tx,
  seen: Pick<LogHead, 'settled_id' | 'seen_id' | 'seen_before' | 'seen_on'>,
): Promise<void> {
  await tx.updateTable('log_head').set(seen).execute()
}

/** These transfers with their entries by account and sequence; those that are not there are left out. */
export async function selectTransfers(tx: Tx, ids: readonly bigint[]): Promise<StoredTransfer[]> {
  const wanted = `{${ids.join(',')}}`
  const transfers = sql<LoggedTransfer>`
    SELECT id, kind, reference_kind, reference_id, reverses, corrects,
      to_char(effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS effective_at
    FROM transfer WHERE id = ANY (${wanted}::bigint[])`.execute(tx)
  const entries = sql<StoredEntry & { transfer_id: bigint }>`
    SELECT transfer_id, account_id, sequence, amount, balance_after, coalesce(account.name, account_id::text) AS account
    FROM entry LEFT JOIN account ON account.id = account_id WHERE transfer_id = ANY (${wanted}::bigint[])
    ORDER BY account_id, sequence`.execute(tx)
  const [headers, lines] = await Promise.all([transfers, entries])
  const found = new Map(headers.rows.map((row) => [row.id, { ...row, entries: new Array<StoredEntry>() }]))
  for (const { transfer_id, ...entry } of lines.rows) found.get(transfer_id)?.entries.push(entry)
  return [...found.values()]
}

/** Where an announcement of a proof stands, by what it says; undefined while it has no position. */
export async function selectProofPosition(
  tx: Tx,
  bytes: Buffer,
): Promise<{ position: number; salt: Buffer } | undefined> {
  const { rows } = await sql<{ position: bigint; salt: Buffer }>`
    SELECT position, salt FROM log_announcement JOIN log_position ON announcement_id = log_announcement.id
    WHERE type = 'proof' AND bytes = ${bytes} LIMIT 1`.execute(tx)
  return rows.map((row) => ({ ...row, position: Number(row.position) }))[0]
}

export async function selectTiles(tx: Tx, places: readonly TilePlace[]): Promise<(TilePlace & { hashes: Buffer })[]> {
  if (places.length === 0) return []
  const { rows } = await sql<{ level: number; n: bigint; hashes: Buffer }>`
    SELECT level, n, hashes FROM log_tile
    JOIN unnest(${places.map(({ level }) => level)}::integer[], ${places.map(({ n }) => n)}::bigint[]) AS wanted (level, n)
      USING (level, n)`.execute(tx)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** What the log has from a position on, in order. */
export async function selectCommitments(
  tx: Tx,
  from: number,
  count: number,
): Promise<{ type: EntryType; commitment: Buffer }[]> {
  const { rows } = await sql<{ type: EntryType; commitment: Buffer }>`
    SELECT CASE WHEN announcement_id IS NULL THEN 'transfer' ELSE type END AS type, commitment
    FROM log_position LEFT JOIN log_announcement ON log_announcement.id = announcement_id
    WHERE position >= ${from} AND position < ${from + count} ORDER BY position`.execute(tx)
  return rows
}

export async function selectPositionOfTransfer(
  tx: Tx,
  id: bigint,
): Promise<{ position: number; commitment: Buffer } | undefined> {
  const row = await tx
    .selectFrom('log_position')
    .select(['position', 'commitment'])
    .where('transfer_id', '=', id)
    .executeTakeFirst()
  return row && { position: Number(row.position), commitment: Buffer.from(row.commitment) }
}
