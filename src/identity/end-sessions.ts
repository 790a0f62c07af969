import type { Tx } from '#kit/database.ts'
import { announceSessions } from '#notifications/notify.ts'
import { closeSessions } from './store.ts'

/** Ends the open sessions of a user, or the one of a bearer, and with them their streams of events. */
export async function endSessions(tx: Tx, of: { user_id: string } | { bearer_hash: string }, at: Date): Promise<void> {
  for (const userId of new Set(await closeSessions(tx, of, at))) await announceSessions(tx, userId)
}
