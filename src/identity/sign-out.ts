import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the session that a bearer belongs to. */
export async function signOut(tx: Tx, clock: Clock, bearer: string): Promise<void> {
  await endSessions(tx, { bearer_hash: hashToken(bearer) }, clock.now())
}
