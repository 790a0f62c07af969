import type { Tx } from '#kit/database.ts'
import { announceSessions } from '#notifications/notify.ts'
import { closeSessions, deletePlacesOf } from './store.ts'

/**
 * Ends the open sessions of a user, or the one of a bearer, and with them their streams of events. With all sessions of a
 * user go the places that they are known by: somebody else may have signed in from there. The caller then holds the
 * user's lock, so that no sign-in comes between.
 */
export async function endSessions(tx: Tx, of: { user_id: string } | { bearer_hash: string }, at: Date): Promise<void> {
  for (const userId of new Set(await closeSessions(tx, of, at))) await announceSessions(tx, userId)
  if ('user_id' in of) await deletePlacesOf(tx, of.user_id)
}
