import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

/** A new record's id: UUID version 7 (RFC 9562), so that ids sort by the time of their making. */
export function newId(): string {
  return randomUUIDv7()
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

/** A code of six digits, each equally likely. */
export function newCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0')
}

/** What the database keeps of a token: its SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
