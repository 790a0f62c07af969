/** Commitments to what stands in the log: they tell nothing, and are opened part by part to whom a part concerns. */
import { createHmac, hash } from 'node:crypto'
import {
  type EntryType,
  entryText,
  headerText,
  type LoggedEntry,
  type LoggedTransfer,
  saltText,
  commitmentTag,
  typeLine,
} from './canonical-rules.ts'

/** Bytes that SHA-256 takes at a time, and those of a key. */
const [BLOCK, KEY] = [64, 32]
const [INNER, OUTER] = [0x36, 0x5c]
const inner = Buffer.alloc(BLOCK + 4096, INNER)
const outer = Buffer.alloc(BLOCK + KEY, OUTER)

/**
 * HMAC-SHA-256 (RFC 2104) of a text under a key of 32 bytes, by two hashes in one call each: a transfer takes some eight,
 * and an object for each costs more than its hashes.
 */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  const length = Buffer.byteLength(text)
  if (key.length !== KEY || length > inner.length - BLOCK) return createHmac('sha256', key).update(text).digest()
  for (let at = 0; at < KEY; at += 1) {
    const byte = key[at] ?? 0
    inner[at] = byte ^ INNER
    outer[at] = byte ^ OUTER
  }
  inner.write(text, BLOCK)
  outer.set(hash('sha256', inner.subarray(0, BLOCK + length), 'buffer'), BLOCK)
  return hash('sha256', outer, 'buffer')
}

/** The salt of a part of a transfer, derived from the secret of the house, so that none is kept. */
export const saltOf = (secret: Uint8Array, transferId: bigint, part: number): Uint8Array =>
  hmac(secret, saltText(transferId, part))

/** The parts of a transfer as they are committed to: its header, and its entries by account and sequence. */
export function committedParts(transfer: LoggedTransfer, entries: readonly LoggedEntry[]): string[] {
  return [headerText(transfer, entries.length), ...entries.map(entryText)]
}

/** SHA-256 of the tag and of each part under its salt. */
export function transferCommitment(secret: Uint8Array, id: bigint, parts: readonly string[]): Uint8Array {
  const hidden = parts.map((text, part) => hmac(saltOf(secret, id, part), text))
  return committed('transfer', hidden)
}

/** The same of what the house has said, whose salt is kept. */
export function announcementCommitment(type: EntryType, bytes: Uint8Array, salt: Uint8Array): Uint8Array {
  return committed(type, [createHmac('sha256', salt).update(bytes).digest()])
}

function committed(type: EntryType, hidden: readonly Uint8Array[]): Uint8Array {
  return hash('sha256', Buffer.concat([Buffer.from(commitmentTag(type)), ...hidden]), 'buffer')
}

/** What the log has at a position: a line with the type, and the commitment. */
export function logEntry(type: EntryType, commitment: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(typeLine(type)), commitment])
}
