import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { announceSessions } from '#notifications/notify.ts'
import { deviceOf } from './cookies.ts'
import { forgetOtherPlaces, rememberPlace } from './known-places.ts'
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
 * The same once they have proved in this session who they are and changed what proves it: of the places that they are known
 * by only this one is left. The caller holds the user's lock.
 */
export async function endOthersAndPlaces(
  tx: Tx,
  clock: Clock,
  actor: Pick<Investor, 'userId' | 'sessionId'>,
  request: Pick<RequestFacts, 'address' | 'cookies'>,
): Promise<void> {
  const { userId } = actor
  await endOthers(tx, clock, actor)
  await forgetOtherPlaces(tx, userId, request)
  await rememberPlace(tx, clock, userId, request, deviceOf(request) ?? null)
}
