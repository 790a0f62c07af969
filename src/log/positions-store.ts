import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AccountPlace } from './books-order.ts'
import { type Columns, firstsOf } from './columns.ts'
import type { GrownTile } from './merkle.ts'
import type { Announcement } from './store.ts'

/**
 * Of a transfer: it has no position yet. Each is looked up in the index: a join would go by what the planner believes of how
 * many there are, minutes ago.
 */
export const HAS_NO_POSITION = sql`(SELECT transfer_id FROM log_position WHERE transfer_id = transfer.id) IS NULL`

/** Transfers behind this number that have no position yet, the lowest numbers first. */
export function selectUnnumbered(tx: Tx, behind: bigint, most: number): Promise<Columns> {
  return selectColumns(tx, sql`id > ${behind} AND ${HAS_NO_POSITION} ORDER BY id LIMIT ${most}`)
}

/**
 * Of these places in accounts, the transfers that wrote there and have no position yet. As above: a join of thousands of
 * places by what the planner believed, that nearly all had a position, took half a minute.
 */
export function selectUnnumberedAt(tx: Tx, places: readonly AccountPlace[]): Promise<Columns> {
  return selectColumns(
    tx,
    sql`id = ANY (ARRAY(
      SELECT written FROM (
        SELECT (SELECT transfer_id FROM entry WHERE account_id = place.account_id AND sequence = place.sequence) AS written
        FROM unnest(${digits(places.map(({ account_id }) => account_id))}::integer[], ${digits(places.map(({ sequence }) => sequence))}::integer[])
          AS place (account_id, sequence)
        OFFSET 0
      ) AS each
      WHERE (SELECT transfer_id FROM log_position WHERE transfer_id = written) IS NULL
    )) ORDER BY id`,
  )
}

/** An array of numbers as PostgreSQL reads it: to write out each takes much longer. */
const digits = (numbers: readonly (number | bigint | string)[]): string => `{${numbers.join(',')}}`

type Written = Record<
  | 'ids'
  | 'kinds'
  | 'record_kinds'
  | 'record_ids'
  | 'times'
  | 'reverses'
  | 'corrects'
  | 'of'
  | 'accounts'
  | 'sequences'
  | 'amounts'
  | 'balances'
  | 'known'
  | 'names',
  string | null
>

/** Transfers and their entries in one row: to write and to read a row for each takes longer than what is done with it. */
async function selectColumns(tx: Tx, which: RawBuilder<unknown>): Promise<Columns> {
  const { rows } = await sql<Written>`
    WITH wanted AS MATERIALIZED (
      SELECT id, kind, reference_kind, reference_id, reverses, corrects,
        to_char(effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time
      FROM transfer WHERE ${which}
    ), line AS MATERIALIZED (
      SELECT transfer_id, account_id, sequence, amount, balance_after FROM entry
      WHERE transfer_id = ANY (ARRAY(SELECT id FROM wanted)) ORDER BY transfer_id, account_id, sequence
    )
    SELECT * FROM (
      SELECT array_agg(id)::text AS ids, string_agg(kind::text, E'\n') AS kinds, string_agg(reference_kind::text, E'\n') AS record_kinds,
        array_agg(reference_id)::text AS record_ids, string_agg(time, E'\n') AS times,
        array_agg(reverses)::text AS reverses, array_agg(corrects)::text AS corrects
      FROM wanted
    ) AS transfers, (
      SELECT array_agg(transfer_id)::text AS of, array_agg(account_id)::text AS accounts, array_agg(sequence)::text AS sequences,
        array_agg(amount)::text AS amounts, array_agg(balance_after)::text AS balances
      FROM line
    ) AS entries, (
      SELECT array_agg(id)::text AS known, string_agg(name, E'\n') AS names
      FROM account WHERE id = ANY (ARRAY(SELECT DISTINCT account_id FROM line))
    ) AS accounts`.execute(tx)
  const [row] = rows
  const ids = itemsOf(row?.ids)
  const of = itemsOf(row?.of)
  const names = linesOf(row?.names)
  return {
    ids,
    kinds: linesOf(row?.kinds),
    recordKinds: linesOf(row?.record_kinds),
    recordIds: itemsOf(row?.record_ids),
    times: linesOf(row?.times),
    reverses: itemsOf(row?.reverses),
    corrects: itemsOf(row?.corrects),
    of,
    accounts: itemsOf(row?.accounts),
    sequences: itemsOf(row?.sequences),
    amounts: itemsOf(row?.amounts),
    balances: itemsOf(row?.balances),
    firsts: firstsOf(ids, of),
    names: new Map(itemsOf(row?.known).map((id, at) => [id, names[at] ?? id])),
  }
}

/** `{1,2,NULL}`, of what needs no quotation marks. */
const itemsOf = (array: string | null | undefined): string[] =>
  array === null || array === undefined ? [] : array.slice(1, -1).split(',')
const linesOf = (lines: string | null | undefined): string[] =>
  lines === null || lines === undefined ? [] : lines.split('\n')

/** What the house has said and has no position yet, in the order in which it said it. */
export async function selectUnnumberedAnnouncements(tx: Tx, most: number): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    SELECT id, type, bytes, salt FROM log_announcement
    WHERE (SELECT announcement_id FROM log_position WHERE announcement_id = log_announcement.id) IS NULL
    ORDER BY id LIMIT ${most}`.execute(tx)
  return rows
}

/** Continues the log at this position with these, in this order; their commitments stand behind one another. */
export async function insertPositions(
  tx: Tx,
  of: 'transfer_id' | 'announcement_id',
  { from, ids, commitments }: { from: number; ids: readonly (string | bigint)[]; commitments: Uint8Array },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    INSERT INTO log_position (position, ${sql.ref(of)}, commitment)
    SELECT ${from}::bigint + n - 1, id, substring(${Buffer.from(commitments.buffer, commitments.byteOffset, commitments.length)}::bytea FROM 32 * n::integer - 31 FOR 32)
    FROM unnest(${digits(ids)}::bigint[]) WITH ORDINALITY AS made (id, n)`.execute(tx)
}

/** Writes tiles that are new, and what those have grown by that are there. */
export async function upsertTiles(tx: Tx, tiles: readonly GrownTile[]): Promise<void> {
  if (tiles.length === 0) return
  const lengths = tiles.map(({ hashes }) => hashes.length)
  let next = 1
  const begins = lengths.map((length) => (next += length) - length)
  await sql`
    INSERT INTO log_tile (level, n, hashes)
    SELECT level, n, substring(${Buffer.concat(tiles.map(({ hashes }) => hashes))}::bytea FROM begins FOR length)
    FROM unnest(${digits(tiles.map(({ level }) => level))}::integer[], ${digits(tiles.map(({ n }) => n))}::bigint[],
      ${digits(begins)}::integer[], ${digits(lengths)}::integer[]) AS grown (level, n, begins, length)
    ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`.execute(tx)
}
