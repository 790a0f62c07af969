import { DAY } from '#kit/clock.ts'
import { newToken } from '#kit/ids.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { REGISTRATION_WAITS, SESSION_LASTS } from './rules.ts'

/** What the browser is given, once; the database keeps a hash of each half. */
export type OpenedSession = { bearer: string } & ({ cookie: string; device: string } | { cookie: null; device: null })

/** The http-only half of a session. */
export const SESSION_COOKIE = 'plumb_session'
/** Remembers, http-only, whose codes are awaited. */
export const REGISTRATION_COOKIE = 'plumb_registration'
/** Tells a browser in which somebody has signed in before; it opens nothing. */
const DEVICE_COOKIE = 'plumb_device'
/** Readable: the web client sends its value back in a header. */
export const XSRF_COOKIE = 'XSRF-TOKEN'

const TOKEN_BYTES = 32
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
  const value = xsrfOf(request) ?? newToken(TOKEN_BYTES)
  return { name: XSRF_COOKIE, value, httpOnly: false, maxAgeSeconds: SESSION_LASTS.twoHalves / 1000 }
}

/** A name for a device that nobody knows yet. */
export function newDevice(): string {
  return newToken(TOKEN_BYTES)
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
  const forgotten: SetCookie = { name: REGISTRATION_COOKIE, value: null, httpOnly: true }
  if (session.cookie === null) return [forgotten]
  return [
    forgotten,
    { name: SESSION_COOKIE, value: session.cookie, httpOnly: true, maxAgeSeconds: SESSION_LASTS.twoHalves / 1000 },
    deviceCookie(session.device),
  ]
}

export function registrationCookie(value: string): SetCookie {
  return { name: REGISTRATION_COOKIE, value, httpOnly: true, maxAgeSeconds: Math.min(DAY, REGISTRATION_WAITS) / 1000 }
}
