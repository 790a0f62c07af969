/** Commitments to what stands in the log: they tell nothing, and are opened part by part to whom a part concerns. */
import { hash } from 'node:crypto'
import {
  type EntryType,
  entryText,
  headerText,
  type LoggedEntry,
  type LoggedTransfer,
  saltText,
  tagOf,
  typeLine,
} from './canonical-rules.ts'

/** Bytes that SHA-256 takes at a time. */
const BLOCK = 64
const [INNER, OUTER] = [0x36, 0x5c]

/**
 * HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes. By two hashes in one call each: an object for each costs more
 * than what it hashes, and a transfer takes some eight.
 */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const inner = Buffer.alloc(BLOCK + message.length, INNER)
  const outer = Buffer.alloc(BLOCK + 32, OUTER)
  for (let at = 0; at < key.length; at += 1) {
    const byte = key[at] ?? 0
    inner[at] = byte ^ INNER
    outer[at] = byte ^ OUTER
  }
  inner.set(message, BLOCK)
  outer.set(hash('sha256', inner, 'buffer'), BLOCK)
  return hash('sha256', outer, 'buffer')
}

/** The salt of a part of a transfer, derived from the secret of the house, so that none is kept. */
export const saltOf = (secret: Uint8Array, transferId: bigint, part: number): Uint8Array =>
  hmac(secret, Buffer.from(saltText(transferId, part)))

/** The parts of a transfer as they are committed to: its header, and its entries by account and sequence. */
export function partsOf(transfer: LoggedTransfer, entries: readonly LoggedEntry[]): string[] {
  return [headerText(transfer, entries.length), ...entries.map(entryText)]
}

/** SHA-256 of the tag and of each part under its salt. */
export function transferCommitment(secret: Uint8Array, id: bigint, parts: readonly string[]): Uint8Array {
  const hidden = parts.map((text, part) => hmac(saltOf(secret, id, part), Buffer.from(text)))
  return committed('transfer', hidden)
}

/** The same of what the house has said, whose salt is kept. */
export function announcementCommitment(type: EntryType, bytes: Uint8Array, salt: Uint8Array): Uint8Array {
  return committed(type, [hmac(salt, bytes)])
}

function committed(type: EntryType, hidden: readonly Uint8Array[]): Uint8Array {
  return hash('sha256', Buffer.concat([Buffer.from(tagOf(type)), ...hidden]), 'buffer')
}

/** What the log has at a position: a line with the type, and the commitment. */
export function logEntry(type: EntryType, commitment: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(typeLine(type)), commitment])
}
