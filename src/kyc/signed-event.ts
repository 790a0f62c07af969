import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { refuse } from '#kit/refusal.ts'
import type { EventHeaders } from './provider.ts'

/** How far the time of an event may be from ours, either way. */
export const EVENT_GOOD_FOR = 5 * MINUTE

/** The header with the time in whole seconds, and the one with the signature in hexadecimal. */
export const SIGNED_BY = { time: 'x-event-time', signature: 'x-event-signature' } as const

/** HMAC-SHA-256 over the time, a full stop and the body as it is on the wire. */
export function signEvent(secret: string, time: string, rawBody: Uint8Array): string {
  return createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest('hex')
}

/**
 * Checks that an event was signed with a secret, over the bytes as they came, within five minutes. Answers the signature.
 * 401 where it was not: nothing of the body has been read then.
 */
export function checkSigned(secret: string, rawBody: Uint8Array, headers: EventHeaders, now: Date): string {
  const [time, signature] = [headers[SIGNED_BY.time], headers[SIGNED_BY.signature]]
  if (typeof time !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(time)) return refuseEvent()
  const [given, right] = [Buffer.from(signature), Buffer.from(signEvent(secret, time, rawBody))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return refuseEvent()
  if (Math.abs(now.getTime() - Number(time) * SECOND) > EVENT_GOOD_FOR) return refuseEvent()
  return signature
}

function refuseEvent(): never {
  return refuse('not signed in', 'This event is not signed as it has to be, or not of now.')
}
