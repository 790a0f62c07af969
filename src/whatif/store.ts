import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AssumedOnWire, DayOnWire } from './contract.ts'

type Row = {
  id: string
  name: string
  assumed: AssumedOnWire
  as_of: Date
  unpaid_from: string | null
  uncovered_from: string | null
  created_by: string
  created_at: Date
}
export type ForeseenOnWire = { days: DayOnWire[]; unpaid_from: string | null; uncovered_from: string | null }

const COLUMNS = sql`id, name, assumed, as_of, foreseen->>'unpaid_from' AS unpaid_from,
  foreseen->>'uncovered_from' AS uncovered_from, created_by, created_at`

/** One at a time, so that there are never more than there may be. */
export async function lockWhatIfs(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('what-ifs', 0))`.execute(tx)
}

export async function countWhatIfs(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM what_if`.execute(tx)
  return rows[0]?.count ?? 0
}

/** False where another one has the name, whatever its capitals. */
export async function insertWhatIf(
  tx: Tx,
  row: Omit<Row, 'unpaid_from' | 'uncovered_from'> & { foreseen: ForeseenOnWire },
): Promise<boolean> {
  const { assumed, foreseen, ...rest } = row
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('what_if')
    .values({ ...rest, assumed: JSON.stringify(assumed), foreseen: JSON.stringify(foreseen) })
    .onConflict((has) => has.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Newest first. */
export async function selectWhatIfs(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM what_if ORDER BY created_at DESC, id DESC`.execute(tx)
  return rows
}

export async function selectWhatIf(tx: Tx, id: string): Promise<(Row & { days: DayOnWire[] }) | undefined> {
  const { rows } = await sql<Row & { days: DayOnWire[] }>`
    SELECT ${COLUMNS}, foreseen->'days' AS days FROM what_if WHERE id = ${id}`.execute(tx)
  return rows[0]
}

export async function deleteWhatIf(tx: Tx, id: string): Promise<{ name: string; assumed: AssumedOnWire } | undefined> {
  const { rows } = await sql<{ name: string; assumed: AssumedOnWire }>`
    DELETE FROM what_if WHERE id = ${id} RETURNING name, assumed`.execute(tx)
  return rows[0]
}
