/** Commitments to what stands in the log: they tell nothing, and are opened part by part to whom a part concerns. */
import { createCipheriv, createHmac } from 'node:crypto'
import {
  type EntryType,
  entryText,
  headerText,
  type LoggedEntry,
  type LoggedTransfer,
  commitmentTag,
  typeLine,
} from './canonical-rules.ts'
import { HASH_LENGTH, hashInto, hashOfBytes, KeyedHash } from './hash.ts'

const keyed = new KeyedHash()

/** HMAC-SHA-256 (RFC 2104) of a text under a key of 32 bytes. */
export function hmac(key: Uint8Array, text: string): Buffer {
  const made = Buffer.alloc(HASH_LENGTH)
  keyed.key(key)
  keyed.into(text, made, 0)
  return made
}

/** A transfer and how many parts it has: its header and its entries. */
type Salted = { id: bigint | string; parts: number }

/**
 * The salts of all parts of these transfers, 32 bytes each behind one another, derived from the secret of the house, so that
 * none is kept: AES-256 (FIPS 197), under a key of this alone, of two blocks for each: the number of the transfer in 64
 * bits, the part and which half of its salt in 32 each, the highest byte first. No block comes twice, and without the key
 * what comes of one tells nothing of another. One call for all: it takes a fortieth of what a hash for each takes.
 */
export function saltsOf(secret: Uint8Array, transfers: readonly Salted[]): Buffer {
  const blocks = Buffer.alloc(transfers.reduce((sum, { parts }) => sum + parts, 0) * HASH_LENGTH)
  let at = 0
  for (const { id, parts } of transfers) {
    const number = BigInt.asUintN(64, BigInt(id))
    const [high, low] = [Number(number >> 32n), Number(number & 0xffff_ffffn)]
    for (let part = 0; part < parts; part += 1) {
      for (let half = 0; half < 2; half += 1) {
        for (const word of [high, low, part, half]) at = blocks.writeUInt32BE(word, at)
      }
    }
  }
  const cipher = createCipheriv('aes-256-ecb', hmac(secret, 'salts'), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

/** The salts of a transfer that has its position from a version that had no cipher: each HMAC(secret, `<number>/<part>`). */
export function earlierSaltsOf(secret: Uint8Array, { id, parts }: Salted): Buffer {
  return Buffer.concat(Array.from({ length: parts }, (_none, part) => hmac(secret, `${id}/${part}`)))
}

/** The salt of one part. */
export const saltAt = (salts: Buffer, part: number): Buffer =>
  salts.subarray(part * HASH_LENGTH, (part + 1) * HASH_LENGTH)

/** The parts of a transfer as they are committed to: its header, and its entries by account and sequence. */
export function committedParts(transfer: LoggedTransfer, entries: readonly LoggedEntry[]): string[] {
  return [headerText(transfer, entries.length), ...entries.map((entry) => entryText(entry))]
}

const TAG = commitmentTag('transfer')
/** The tag, and of each part its HMAC: as many as nearly every transfer has. */
let hidden = Buffer.alloc(TAG.length + 8 * HASH_LENGTH)

/** SHA-256 of the tag and of each part under its salt, written to a place. `salts` has those of the parts behind one another. */
export function transferCommitmentInto(
  { salts, parts }: { salts: Buffer; parts: readonly string[] },
  to: Buffer,
  at: number,
): void {
  const length = TAG.length + parts.length * HASH_LENGTH
  if (length > hidden.length) hidden = Buffer.alloc(length)
  hidden.write(TAG, 0, 'latin1')
  for (const [part, text] of parts.entries()) {
    keyed.key(saltAt(salts, part))
    keyed.into(text, hidden, TAG.length + part * HASH_LENGTH)
  }
  hashInto(hidden.subarray(0, length), to, at)
}

/** What a transfer with these parts commits to under these salts. */
export function commitmentTo(parts: readonly string[], salts: Buffer): Buffer {
  const commitment = Buffer.alloc(HASH_LENGTH)
  transferCommitmentInto({ salts, parts }, commitment, 0)
  return commitment
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
