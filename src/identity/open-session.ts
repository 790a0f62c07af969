import type { Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newId, newSecret } from '#kit/ids.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { deviceOf, newDevice, type OpenedSession, xsrfOf } from './cookies.ts'
import { devicePlace, rememberPlace } from './known-places.ts'
import { announceSessions } from '#notifications/notify.ts'
import { MOST_SESSIONS, sessionLife } from './rules.ts'
import { insertSession, lockSessionsOf } from './store.ts'

type How = {
  /** asked for at the sign-in; no administrator is remembered */
  remember?: boolean
  /** when it ends at the latest, where it goes on for another */
  until?: Date
  /** a second factor was proved with it */
  steppedUp?: boolean
}

/**
 * Opens a session: in two halves where the csrf-cookie call came before (the request brings its XSRF-TOKEN); else in one
 * half, for 15 minutes, which can neither withdraw nor approve. How long it lives, `sessionLife` says. Beyond twenty open
 * ones the user's oldest end. Where it was opened is known from now on. `steppedUp`: whoever it is has just proved a
 * second factor.
 */
export async function openSession(
  tx: Tx,
  clock: Clock,
  { id: userId, roles }: { id: string; roles: readonly Role[] },
  request: Pick<RequestFacts, 'address' | 'userAgent' | 'cookies'>,
  { remember = false, until, steppedUp = false }: How = {},
): Promise<OpenedSession> {
  const now = clock.now()
  const bearer = newSecret()
  const cookie = xsrfOf(request) === undefined ? null : newSecret()
  const device = cookie === null ? null : (deviceOf(request) ?? newDevice())
  const kind = { cookie_hash: cookie && hashToken(cookie), remembered: remember && roles.length === 0 }
  const ends = new Date(now.getTime() + sessionLife({ ...kind, roles }).absolute)
  const expiresAt = until !== undefined && until < ends ? until : ends
  await lockSessionsOf(tx, userId)
  const opened = {
    ...{ id: newId(), user_id: userId, bearer_hash: hashToken(bearer), ...kind },
    ...{ address: request.address, user_agent: request.userAgent, device: device && devicePlace(device) },
    ...{ created_at: now, seen_at: now, expires_at: expiresAt, ended_at: null },
    stepped_up_at: steppedUp ? now : null,
  }
  if ((await insertSession(tx, opened, MOST_SESSIONS)) > 0) await announceSessions(tx, userId)
  await rememberPlace(tx, clock, userId, request, device)
  if (cookie === null || device === null) return { bearer, cookie: null, device: null }
  return { bearer, cookie, device, expiresAt, openedAt: now }
}
