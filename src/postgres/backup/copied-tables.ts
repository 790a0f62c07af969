/** What of a database is in its backup, and how it is read and written: in the same words on every server. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  type BackedUpTable,
  copied,
  hashed,
  inPublic,
  type SequenceInManifest,
  sha256,
  type TableInManifest,
} from './backup-text.ts'

/**
 * Rows are written out alike everywhere, and a table is read from its beginning; no limit that is set for the database
 * ends what takes long, and no rows are hidden.
 */
const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  synchronize_seqscans: 'off',
  row_security: 'off',
  statement_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** For the rest of the session. Older servers do not know all of them. */
export async function settleSession(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS given (name, value)
     WHERE name IN (SELECT lower(name) FROM pg_settings)`,
    [Object.keys(SETTINGS), Object.values(SETTINGS)],
  )
}

/** The tables with the columns that are written: what the database computes is computed again. */
export async function tablesOf(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''
     GROUP BY relname ORDER BY relname`,
  )
  return rows
}

export async function sequencesOf(client: pg.Client): Promise<SequenceInManifest[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1`,
  )
  const found: SequenceInManifest[] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${inPublic(name)}`,
    )
    for (const state of states) found.push({ name, ...state })
  }
  return found
}

/** Reads a table, piece by piece, and says at its end what was read. */
export async function* copyOut(
  client: pg.Client,
  table: BackedUpTable,
  tell: (read: TableInManifest) => void,
): AsyncGenerator<Buffer> {
  const [stream, hash] = [client.query(copyTo(`COPY ${copied(table)} TO STDOUT`)), sha256()]
  yield* hashed(stream as AsyncIterable<Buffer>, hash)
  tell({ ...table, rows: stream.rowCount, sha256: hash.digest('hex') })
}

/** Writes rows into a table. `copyOf` names it with its columns. */
export async function copyIn(client: pg.Client, copyOf: string, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, client.query(copyFrom(`COPY ${copyOf} FROM STDIN`)))
}
