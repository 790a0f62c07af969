import { DAY } from '#kit/clock.ts'
import { newToken } from '#kit/ids.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import type { OpenedSession } from './open-session.ts'
import { REGISTRATION_WAITS, SESSION_LASTS } from './rules.ts'

/** The http-only half of a session. */
export const SESSION_COOKIE = 'plumb_session'
/** Remembers, http-only, whose codes are awaited. */
export const REGISTRATION_COOKIE = 'plumb_registration'
/** Readable: the web client sends its value back in a header. */
export const XSRF_COOKIE = 'XSRF-TOKEN'

const XSRF_BYTES = 32
const XSRF_VALUE = /^[A-Za-z0-9_-]{43}$/

/** The XSRF-TOKEN that came with a request, where it is one of ours. */
export function xsrfOf(request: Pick<RequestFacts, 'cookies'>): string | undefined {
  const value = request.cookies[XSRF_COOKIE]
  return value !== undefined && XSRF_VALUE.test(value) ? value : undefined
}

/** Keeps the XSRF-TOKEN that came, or makes one, for as long as a session lasts. */
export function xsrfCookie(request: Pick<RequestFacts, 'cookies'>): SetCookie {
  const value = xsrfOf(request) ?? newToken(XSRF_BYTES)
  return { name: XSRF_COOKIE, value, httpOnly: false, maxAgeSeconds: SESSION_LASTS.twoHalves / 1000 }
}

/** What a browser gets with a new session: its second half, where it has one; nothing is awaited any more. */
export function sessionCookies(session: OpenedSession): SetCookie[] {
  const forgotten: SetCookie = { name: REGISTRATION_COOKIE, value: null, httpOnly: true }
  if (session.cookie === null) return [forgotten]
  const maxAgeSeconds = SESSION_LASTS.twoHalves / 1000
  return [forgotten, { name: SESSION_COOKIE, value: session.cookie, httpOnly: true, maxAgeSeconds }]
}

export function registrationCookie(value: string): SetCookie {
  return { name: REGISTRATION_COOKIE, value, httpOnly: true, maxAgeSeconds: Math.min(DAY, REGISTRATION_WAITS) / 1000 }
}
