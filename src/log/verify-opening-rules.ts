/** What was opened of a position, held to the root of a checkpoint: docs/proofs.md. */
import { digest, fromBase64, joined, keyedDigest, utf8 } from './bytes-rules.ts'
import { commitmentTag, typeLine } from './canonical-rules.ts'
import { hashOfLeaf, isIncluded } from './verify-merkle-rules.ts'

const HASH_LENGTH = 32

/** A part that is open, or what hides it; in base64 besides the text. */
export type OpenedPart = { text: string; salt: string } | { hidden: string }
/** Of a transfer: its header, then its entries. */
export type Opening = { position: number; parts: readonly OpenedPart[] }
/** How it leads to the root of the log at this size: the hashes in base64, the nearest first. */
export type Inclusion = { size: number; path: readonly string[] }

const isHash = (bytes: Uint8Array | undefined): bytes is Uint8Array => bytes?.length === HASH_LENGTH

/** Whether the log of this size and root has just this transfer at its position. What cannot be read is not there. */
export async function isOpened(opening: Opening, inclusion: Inclusion, root: Uint8Array): Promise<boolean> {
  const commitment = await commitmentOfParts(opening.parts)
  return commitment !== undefined && (await isTransferAt(opening.position, commitment, inclusion, root))
}

/** To what the parts of a transfer commit; undefined where one of them cannot be read. */
export async function commitmentOfParts(parts: readonly OpenedPart[]): Promise<Uint8Array | undefined> {
  const hidden = await Promise.all(parts.map(hiddenPart))
  return hidden.every(isHash) ? await digest(utf8(commitmentTag('transfer')), ...hidden) : undefined
}

/** Whether the log of this size and root has a transfer with this commitment at this position. */
export async function isTransferAt(
  index: number,
  commitment: Uint8Array,
  { size, path }: Inclusion,
  root: Uint8Array,
): Promise<boolean> {
  const steps = path.map(fromBase64)
  if (!steps.every(isHash)) return false
  const hash = await hashOfLeaf(joined(utf8(typeLine('transfer')), commitment))
  return isIncluded({ hash, index }, { size, root }, steps)
}

async function hiddenPart(part: OpenedPart): Promise<Uint8Array | undefined> {
  if ('hidden' in part) return fromBase64(part.hidden)
  const salt = fromBase64(part.salt)
  return salt && keyedDigest(salt, utf8(part.text))
}
