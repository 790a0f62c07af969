import { DAY } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { ATTEMPT_LASTS, REGISTRATION_WAITS, SESSION_LIVES } from './rules.ts'

/** What the browser is given, once; the database keeps a hash of each half. */
export type OpenedSession = { bearer: string } & (
  | { cookie: string; device: string; expiresAt: Date; openedAt: Date }
  | { cookie: null; device: null }
)

/** The http-only half of a session. */
export const SESSION_COOKIE = 'plumb_session'
/** Remembers, http-only, whose codes are awaited. */
export const REGISTRATION_COOKIE = 'plumb_registration'
/** Remembers, http-only, whose password was right and whose second factor is awaited. */
export const ATTEMPT_COOKIE = 'plumb_attempt'
/** Tells a browser in which somebody has signed in before; it opens nothing. */
const DEVICE_COOKIE = 'plumb_device'
/** Readable: the web client sends its value back in a header. */
export const XSRF_COOKIE = 'XSRF-TOKEN'

/** A browser takes such a name only with Secure, for all paths and for this one host: no neighbour can set it. */
const HOST_PREFIX = '__Host-'

/** What a cookie is called on the wire: where the app is reached by https, so that it is bound to its host. */
export function wireName(name: string, appUrl: string): string {
  return appUrl.startsWith('https:') ? `${HOST_PREFIX}${name}` : name
}

/** The cookies of a request by the names that they have here. By https those without the prefix are not ours. */
export function cookiesOf(
  cookies: Readonly<Record<string, string | undefined>>,
  appUrl: string,
): Readonly<Record<string, string | undefined>> {
  if (!appUrl.startsWith('https:')) return cookies
  const ours = Object.entries(cookies).filter(([name]) => name.startsWith(HOST_PREFIX))
  return Object.fromEntries(ours.map(([name, value]) => [name.slice(HOST_PREFIX.length), value]))
}

const DEVICE_LASTS = 180 * DAY
/** 32 random bytes, as they are written. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The XSRF-TOKEN that came with a request, where it is one of ours. */
export function xsrfOf(request: Pick<RequestFacts, 'cookies'>): string | undefined {
  const value = request.cookies[XSRF_COOKIE]
  return value !== undefined && TOKEN.test(value) ? value : undefined
}

/** Keeps the XSRF-TOKEN that came, or makes one, for as long as a session lasts. */
export function xsrfCookie(request: Pick<RequestFacts, 'cookies'>): SetCookie {
  const value = xsrfOf(request) ?? newSecret()
  return { name: XSRF_COOKIE, value, httpOnly: false, maxAgeSeconds: SESSION_LIVES.remembered.absolute / 1000 }
}

/** A name for a device that nobody knows yet. */
export function newDevice(): string {
  return newSecret()
}

/** The device that a request comes from, where it says which. */
export function deviceOf(request: Pick<RequestFacts, 'cookies'>): string | undefined {
  const value = request.cookies[DEVICE_COOKIE]
  return value !== undefined && TOKEN.test(value) ? value : undefined
}

/** What a browser is known by for half a year. */
export function deviceCookie(device: string): SetCookie {
  return { name: DEVICE_COOKIE, value: device, httpOnly: true, maxAgeSeconds: DEVICE_LASTS / 1000 }
}

/** What a browser gets with a new session: its second half and what it is known by; nothing is awaited any more. */
export function sessionCookies(session: OpenedSession): SetCookie[] {
  const forgotten = [REGISTRATION_COOKIE, ATTEMPT_COOKIE].map((name) => ({ name, value: null, httpOnly: true }))
  if (session.cookie === null) return forgotten
  const { cookie, openedAt, expiresAt } = session
  return [...forgotten, sessionCookie(cookie, openedAt, expiresAt), deviceCookie(session.device)]
}

/** The http-only half of a session, for as long as that lives at most. */
export function sessionCookie(half: string, now: Date, expiresAt: Date): SetCookie {
  const maxAgeSeconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
  return { name: SESSION_COOKIE, value: half, httpOnly: true, maxAgeSeconds }
}

export function registrationCookie(value: string): SetCookie {
  return { name: REGISTRATION_COOKIE, value, httpOnly: true, maxAgeSeconds: Math.min(DAY, REGISTRATION_WAITS) / 1000 }
}

export function attemptCookie(value: string): SetCookie {
  return { name: ATTEMPT_COOKIE, value, httpOnly: true, maxAgeSeconds: ATTEMPT_LASTS / 1000 }
}
