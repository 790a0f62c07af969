/** Commitments to what stands in the log: they tell nothing, and are opened part by part to whom a part concerns. */
import { createHmac } from 'node:crypto'
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
import { HASH_LENGTH, hashInto, hashOfBytes, KeyedHash } from './hash.ts'

const ofSalts = new KeyedHash()
const ofParts = new KeyedHash()

/** HMAC-SHA-256 (RFC 2104) of a text under a key of 32 bytes. */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  const made = Buffer.alloc(HASH_LENGTH)
  ofParts.key(key)
  ofParts.into(text, made, 0)
  return made
}

/** The salt of a part of a transfer, derived from the secret of the house, so that none is kept. */
export const saltOf = (secret: Uint8Array, transferId: bigint, part: number): Uint8Array =>
  hmac(secret, saltText(transferId, part))

/** The parts of a transfer as they are committed to: its header, and its entries by account and sequence. */
export function committedParts(transfer: LoggedTransfer, entries: readonly LoggedEntry[]): string[] {
  return [headerText(transfer, entries.length), ...entries.map((entry) => entryText(entry))]
}

const TAG = commitmentTag('transfer')
/** The tag, and of each part its HMAC: as many as nearly every transfer has. */
let hidden = Buffer.alloc(TAG.length + 8 * HASH_LENGTH)
const salt = Buffer.alloc(HASH_LENGTH)

/** SHA-256 of the tag and of each part under its salt, written to a place. */
export function transferCommitmentInto(
  { secret, id, parts }: { secret: Uint8Array; id: bigint | string; parts: readonly string[] },
  to: Buffer,
  at: number,
): void {
  const length = TAG.length + parts.length * HASH_LENGTH
  if (length > hidden.length) hidden = Buffer.alloc(length)
  hidden.write(TAG, 0, 'latin1')
  ofSalts.key(secret)
  for (const [part, text] of parts.entries()) {
    ofSalts.into(saltText(id, part), salt, 0)
    ofParts.key(salt)
    ofParts.into(text, hidden, TAG.length + part * HASH_LENGTH)
  }
  hashInto(hidden.subarray(0, length), to, at)
}

/** SHA-256 of the tag and of each part under its salt. */
export function transferCommitment(secret: Uint8Array, id: bigint, parts: readonly string[]): Uint8Array {
  const made = Buffer.alloc(HASH_LENGTH)
  transferCommitmentInto({ secret, id, parts }, made, 0)
  return made
}

/** The same of what the house has said, whose salt is kept. */
export function announcementCommitment(type: EntryType, bytes: Uint8Array, kept: Uint8Array): Uint8Array {
  return hashOfBytes(
    Buffer.concat([Buffer.from(commitmentTag(type)), createHmac('sha256', kept).update(bytes).digest()]),
  )
}

/** What the log has at a position: a line with the type, and the commitment. */
export function logEntry(type: EntryType, commitment: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(typeLine(type)), commitment])
}
