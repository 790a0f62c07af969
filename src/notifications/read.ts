import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { keyOfTime, readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import type { Notification, notificationsContract, Toast } from './contract.ts'
import { countUnread, selectNotifications, selectUnread, type ListedNotification } from './store.ts'

const MOST = 100

/** A user's unread notifications, newest first, at most 100. */
export function toastsOf(tx: Tx, userId: string): Promise<Toast[]> {
  return selectUnread(tx, userId, MOST)
}

/** What the actor was told, read or not, newest first, in pages; and how many of all are unread. 422 for a wrong cursor. */
export async function listNotifications(
  tx: Tx,
  { userId }: Investor,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<ReplyOf<(typeof notificationsContract)['GET /api/notifications']>> {
  const found = await selectNotifications(tx, userId, readCursor(cursor, 'newest'), limit + 1)
  const { rows, next_cursor } = pageOf(found, limit, ({ created_at, id }) =>
    writeCursor('newest', { key: keyOfTime(created_at), id }),
  )
  return { status: 'success', items: rows.map(onWire), next_cursor, unread: await countUnread(tx, userId) }
}

function onWire({ id, created_at, read_at, subject_kind, subject_id, ...data }: ListedNotification): Notification {
  return {
    id,
    created_at: created_at.toISOString(),
    data,
    read_at: read_at?.toISOString() ?? null,
    subject: subject_kind === null || subject_id === null ? null : { kind: subject_kind, id: subject_id },
  }
}
