import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

let newest = ''

/**
 * A new record's id: UUID version 7, so that ids sort by the time of their making; those of one process also within a
 * millisecond, where the next is one more than the last (RFC 9562, 6.2, method 2).
 */
export function newId(): string {
  const id = randomUUIDv7()
  const isOfSameMillisecond = id.slice(0, 13) === newest.slice(0, 13)
  newest = isOfSameMillisecond && id < newest ? idAfter(newest) : id
  return newest
}

function idAfter(id: string): string {
  const tail = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48
  return id.slice(0, 24) + tail.toString(16).padStart(12, '0')
}

declare const proof: unique symbol
/** The id of a line of the audit log, known before the line is written. Only `newActId` makes one. */
export type ActId = string & { readonly [proof]: 'of an act' }

/** The id under which an act will stand in the audit log: what comes with it can name it before it is written. */
export function newActId(): ActId {
  return newId() as ActId
}

/** An unguessable name for things that people pass on in links: 128 bits, url-safe. */
export function newToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url')
}

/** What proves by itself who somebody is, in a cookie or a link of a mail: 256 bits, url-safe. */
export function newSecret(): string {
  return newToken(32)
}

/** A code of six digits, each equally likely. */
export function newCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0')
}

/** What the database keeps of a token: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
