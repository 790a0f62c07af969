import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Scope, Looked, Wrong } from './proof.ts'

/** Rows that one statement looks at: each takes about a second, however many there are in all. */
const PIECE = 20_000
const FIRST = '00000000-0000-0000-0000-000000000000'

export type IdRange = { after: string; last: string }

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
  let looked = 0
  let after = FIRST
  for (;;) {
    stopping?.throwIfAborted()
    const { rows } = await sql<{ id: string; count: number }>`
      SELECT id, count FROM (
        SELECT id, row_number() OVER (ORDER BY id)::integer AS count FROM ${sql.table(table)}
        WHERE id > ${after}::uuid AND ${which} ORDER BY id LIMIT ${PIECE}
      ) AS piece ORDER BY id DESC LIMIT 1`.execute(tx)
    const [last] = rows
    if (last === undefined) return { looked, wrong: undefined }
    looked += last.count
    const wrong = await find({ after, last: last.id })
    if (wrong !== undefined || last.count < PIECE) return { looked, wrong }
    after = last.id
  }
}

/** Whether a row of a table is in a piece. */
export function isIn(table: string, { after, last }: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref(`${table}.id`)
  return sql`${id} > ${after}::uuid AND ${id} <= ${last}::uuid`
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
