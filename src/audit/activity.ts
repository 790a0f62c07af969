import type { Tx } from '#kit/database.ts'
import { readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { type ActivityRow, selectActivity } from './activity-store.ts'
import { VISITS } from './rules.ts'

export type { ActivityRow }

/** What people are shown of what was done with their own account: how it is signed in to, and by whom it was changed. */
const ACCOUNT_ACTIONS = [
  ...VISITS,
  ...[
    'end session',
    'end other sessions',
    'change password',
    'change email',
    'change phone',
    'take back contact change',
    'take back factor',
  ],
  ...['open account', 'reset password', 'send reset link', 'require reset', 'sign out everywhere', 'block user'],
  ...['unblock user', 'accept roles', 'set roles', 'make first owner', 'accept terms'],
  ...['add factor', 'rename factor', 'remove factor', 'make recovery codes', 'use recovery code', 'reset factors'],
  ...['ask for factor help', 'start factor wait', 'refuse factor help', 'stop factor help', 'end factor help'],
  'remove lost factors',
  ...['want proof mails', 'end proof mails', 'ask for archive', 'download archive'],
  ...['choose mail word', 'save address', 'remove address', 'confirm address'],
] as const

/** What was done with somebody's account, newest first, in pages. 422 for a cursor that cannot be read. */
export async function activityOf(
  tx: Tx,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ActivityRow[]; next_cursor: string | null }> {
  const asked = { actions: ACCOUNT_ACTIONS, after: readCursor(cursor, 'newest'), limit }
  return pageOf(await selectActivity(tx, userId, asked), limit, (last) => writeCursor('newest', last))
}
