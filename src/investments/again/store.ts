import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AtEnd } from '../at-end-rules.ts'

/** Writes what an investment does at its end; its terms, and so its version, stay. The caller holds its lock. */
export async function updateAtEnd(
  tx: Tx,
  { user_id, id }: { user_id: string; id: string },
  atEnd: AtEnd,
): Promise<void> {
  await sql`UPDATE investment SET at_end = ${atEnd} WHERE user_id = ${user_id} AND id = ${id}`.execute(tx)
}
