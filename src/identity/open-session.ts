import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newId, newToken } from '#kit/ids.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { deviceOf, newDevice, type OpenedSession, xsrfOf } from './cookies.ts'
import { rememberPlace } from './known-places.ts'
import { announceSessions } from '#notifications/notify.ts'
import { MOST_SESSIONS, SESSION_LASTS } from './rules.ts'
import { insertSession, lockSessionsOf } from './store.ts'

const TOKEN_BYTES = 32

/**
 * Opens a session: in two halves, for 30 days, where the csrf-cookie call came before (the request brings its
 * XSRF-TOKEN); else in one half, for 15 minutes, which can neither withdraw nor approve. Beyond twenty open ones the
 * user's oldest end. Where it was opened is known from now on.
 */
export async function openSession(
  tx: Tx,
  clock: Clock,
  userId: string,
  request: Pick<RequestFacts, 'address' | 'userAgent' | 'cookies'>,
): Promise<OpenedSession> {
  const now = clock.now()
  const twoHalves = xsrfOf(request) !== undefined
  const bearer = newToken(TOKEN_BYTES)
  const cookie = twoHalves ? newToken(TOKEN_BYTES) : null
  await lockSessionsOf(tx, userId)
  const opened = {
    id: newId(),
    user_id: userId,
    bearer_hash: hashToken(bearer),
    cookie_hash: cookie === null ? null : hashToken(cookie),
    address: request.address,
    user_agent: request.userAgent,
    created_at: now,
    expires_at: new Date(now.getTime() + (twoHalves ? SESSION_LASTS.twoHalves : SESSION_LASTS.oneHalf)),
    ended_at: null,
  }
  if ((await insertSession(tx, opened, MOST_SESSIONS)) > 0) await announceSessions(tx, userId)
  const device = cookie === null ? null : (deviceOf(request) ?? newDevice())
  await rememberPlace(tx, clock, userId, request, device)
  return cookie === null || device === null ? { bearer, cookie: null, device: null } : { bearer, cookie, device }
}
