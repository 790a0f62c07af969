import type { Database } from '#kit/database.ts'
import { readOnce, transaction } from '#kit/transaction.ts'
import { announceSessions } from './notify.ts'
import { deleteOldestStreams, deleteStream, insertStream, lockStreams, selectStream } from './store.ts'

/** Streams of events that a user may have open, in all processes together. */
const MOST = 5

/**
 * A stream, by the session that it was opened with and the hash of its http-only half. Ids sort by the time of their making.
 */
export type OpenStream = { id: string; userId: string; sessionId: string; cookieHash: string | null }
/** Over with its session, or with the half of it that it was opened with. */
export type StreamState = 'open' | 'one too many' | 'over'

/** Counts a stream among its user's. The oldest beyond five are no longer counted, and whoever serves them is told. */
export async function enterStream(db: Database, { id, userId, sessionId, cookieHash }: OpenStream): Promise<void> {
  await transaction(db, async (tx) => {
    await lockStreams(tx, userId)
    await insertStream(tx, { id, user_id: userId, session_id: sessionId, cookie_hash: cookieHash })
    if ((await deleteOldestStreams(tx, userId, MOST)) > 0) await announceSessions(tx, userId)
  })
}

/** A stream has closed. */
export async function leaveStream(db: Database, id: string): Promise<void> {
  await transaction(db, (tx) => deleteStream(tx, id))
}

/** Whether a stream may stay open. */
export async function stateOfStream(db: Database, id: string): Promise<StreamState> {
  const found = await readOnce(db, (tx) => selectStream(tx, id))
  if (found === undefined) return 'one too many'
  return found.ended_at === null && found.same_half ? 'open' : 'over'
}
