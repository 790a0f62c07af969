import type { Tx } from '#kit/database.ts'
import { readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { type ActivityRow, selectActivity } from './activity-store.ts'
import { ACCOUNT_ACTIONS } from './rules.ts'

export type { ActivityRow }

/** What was done with somebody's account, newest first, in pages. 422 for a cursor that cannot be read. */
export async function activityOf(
  tx: Tx,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ActivityRow[]; next_cursor: string | null }> {
  const asked = { actions: ACCOUNT_ACTIONS, after: readCursor(cursor, 'newest'), limit }
  return pageOf(await selectActivity(tx, userId, asked), limit, (last) => writeCursor('newest', last))
}
