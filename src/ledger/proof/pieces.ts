import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Scope, Looked, Wrong } from './proof.ts'

/** Rows that one statement looks at: each takes about a second, however many there are in all. */
const PIECE = 20_000

/** From the first, where `after` is null. */
export type IdRange = { after: Id | null; last: Id }
/** Accounts and transfers have numbers, everything else a UUID. */
type Id = string | number | bigint

/**
 * Goes through the rows of a table that `which` picks, by id, in pieces. `find` answers what is wrong with one, the first
 * first, and ends it. Of no piece more than two numbers are in memory.
 */
export async function inOrderOfId(
  { tx, stopping }: Scope,
  table: string,
  which: RawBuilder<SqlBool>,
  find: (piece: IdRange) => Promise<Wrong | undefined>,
): Promise<Looked> {
  stopping?.throwIfAborted()
  let looked = 0
  let piece: (IdRange & { count: number }) | undefined = await nextPiece(tx, table, which, null)
  while (piece !== undefined) {
    looked += piece.count
    const wrong = await find(piece)
    if (wrong !== undefined || piece.count < PIECE) return { looked, wrong }
    stopping?.throwIfAborted()
    piece = await nextPiece(tx, table, which, piece.last)
  }
  return { looked, wrong: undefined }
}

/** The ids that come next, and how many they are. */
async function nextPiece(tx: Tx, table: string, which: RawBuilder<SqlBool>, after: Id | null) {
  const { rows } = await sql<{ last: Id; count: number }>`
    SELECT id AS last, count FROM (
      SELECT id, row_number() OVER (ORDER BY id)::integer AS count FROM ${sql.table(table)}
      WHERE ${isPast(table, after)} AND ${which} ORDER BY id LIMIT ${PIECE}
    ) AS piece ORDER BY id DESC LIMIT 1`.execute(tx)
  const [found] = rows
  return found === undefined ? undefined : { after, ...found }
}

/** Whether a row of a table is in a piece. */
export function isIn(table: string, { after, last }: IdRange): RawBuilder<SqlBool> {
  return sql`${isPast(table, after)} AND ${sql.ref(`${table}.id`)} <= ${last}`
}

function isPast(table: string, after: Id | null): RawBuilder<SqlBool> {
  return after === null ? sql`true` : sql`${sql.ref(`${table}.id`)} > ${after}`
}

/** The first row of a statement, told. */
export async function firstOf<Row>(
  tx: Tx,
  statement: RawBuilder<Row>,
  tell: (row: Row) => Wrong,
): Promise<Wrong | undefined> {
  const { rows } = await statement.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : tell(row)
}
