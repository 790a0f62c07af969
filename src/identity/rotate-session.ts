import type { Investor, Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { announceSessions } from '#notifications/notify.ts'
import type { OpenedSession } from './cookies.ts'
import { openSession } from './open-session.ts'
import { closeSessionOf } from './session-store.ts'

/**
 * Ends the session that somebody asks in and opens another in its place, with other halves: whoever had a half of the old
 * one has nothing of what its owner may do from now on. It ends no later than the old one would have. To be done at each
 * rise of rights, in the transaction of that; the call is one with `endsSession`. What it answers goes to the browser and
 * is part of no reply that is kept. Undefined where no session stands behind the actor.
 */
export async function rotateSession(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  request: Pick<RequestFacts, 'address' | 'userAgent' | 'cookies'>,
  roles: readonly Role[] = actor.roles,
): Promise<OpenedSession | undefined> {
  const { userId: id, sessionId } = actor
  const old = sessionId === null ? undefined : await closeSessionOf(tx, { id: sessionId, user_id: id }, clock.now())
  if (old === undefined) return undefined
  await announceSessions(tx, id)
  return openSession(tx, clock, { id, roles }, request, { remember: old.remembered, until: old.expires_at })
}
