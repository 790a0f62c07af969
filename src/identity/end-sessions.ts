import { closeRequestsOf } from '#approvals/close-requests.ts'
import type { Actor, Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { announceSessions } from '#notifications/notify.ts'
import { closeOtherSessions } from './session-store.ts'
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

/**
 * Ends all sessions of a user but the one that they ask in, and all of them where none is named; the places that they are
 * known by stay. Answers how many there were.
 */
export async function endOthers(
  tx: Tx,
  clock: Clock,
  { userId, sessionId }: Pick<Investor, 'userId' | 'sessionId'>,
): Promise<number> {
  const ended = await closeOtherSessions(tx, { user_id: userId, id: sessionId }, clock.now())
  if (ended > 0) await announceSessions(tx, userId)
  return ended
}

/**
 * Ends sessions of a user because somebody else may have been in them, and with them what was begun there as an
 * administrator: requests that still wait are closed, invitations that nobody has accepted yet are void. All sessions end;
 * or all `but` the one that the user asks in. `why` is the reason, in a sentence. Answers how many others there were.
 *
 * The caller has held the user's requests (`holdRequestsOf`) and then locked the user.
 */
export async function putOut(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { user, why, but }: { user: { id: string; name: string }; why: string; but?: Pick<Investor, 'userId' | 'sessionId'> },
): Promise<number> {
  const ended = but === undefined ? 0 : await endOthers(tx, clock, but)
  if (but === undefined) await endSessions(tx, { user_id: user.id }, clock.now())
  await closeRequestsOf(tx, actor, user, { roles: [], reason: why })
  return ended
}
