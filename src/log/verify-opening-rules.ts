/** What was opened of a position, held to the root of a checkpoint: docs/proofs.md. */
import { digest, fromBase64, joined, keyedDigest, utf8 } from './bytes-rules.ts'
import { commitmentTag, typeLine } from './canonical-rules.ts'
import { hashOfLeaf, isIncluded } from './verify-merkle-rules.ts'

/** A part that is open, or what hides it; in base64 besides the text. */
export type OpenedPart = { text: string; salt: string } | { hidden: string }
/** Of a transfer: its header, then its entries. */
export type Opening = { position: number; parts: readonly OpenedPart[] }
/** How it leads to the root of the log at this size: the hashes in base64, the nearest first. */
export type Inclusion = { size: number; path: readonly string[] }

/** Whether the log of this size and root has just this transfer at its position. What cannot be read is not there. */
export async function isOpened(opening: Opening, { size, path }: Inclusion, root: Uint8Array): Promise<boolean> {
  const hidden = await Promise.all(opening.parts.map(hiddenPart))
  const steps = path.map(fromBase64)
  const isWhole = (bytes: Uint8Array | undefined): bytes is Uint8Array => bytes?.length === 32
  if (!hidden.every(isWhole) || !steps.every(isWhole)) return false
  const commitment = await digest(utf8(commitmentTag('transfer')), ...hidden)
  const hash = await hashOfLeaf(joined(utf8(typeLine('transfer')), commitment))
  return isIncluded({ hash, index: opening.position }, { size, root }, steps)
}

async function hiddenPart(part: OpenedPart): Promise<Uint8Array | undefined> {
  if ('hidden' in part) return fromBase64(part.hidden)
  const salt = fromBase64(part.salt)
  return salt && keyedDigest(salt, utf8(part.text))
}
