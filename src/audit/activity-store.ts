import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Cursor } from '#lists/cursor.ts'
import type { ActRow } from './store.ts'

export type ActivityRow = Pick<ActRow, 'id' | 'at' | 'actor_id' | 'job' | 'action' | 'after'> & {
  address: string | null
  key: string
}

/** The newest lines of these actions about a user, one more than a page holds. */
export async function selectActivity(
  tx: Tx,
  userId: string,
  { actions, after, limit }: { actions: readonly string[]; after: Cursor | undefined; limit: number },
): Promise<ActivityRow[]> {
  const before = after === undefined ? sql`` : sql`AND (at, id) < (${after.key}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<ActivityRow>`
    SELECT id, at, actor_id, job, action, after, address,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
    FROM audit_entry
    WHERE subject_id = ${userId} AND subject_kind = 'user' AND action = ANY(${actions}::text[]) ${before}
    ORDER BY at DESC, id DESC LIMIT ${limit + 1}`.execute(tx)
  return rows
}
