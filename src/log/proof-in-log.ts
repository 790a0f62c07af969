import type { Tx } from '#kit/database.ts'
import { toBase64 } from './bytes-rules.ts'
import { inclusionPath } from './merkle.ts'
import { readTiles } from './read-tiles.ts'
import { selectToKeep } from './signer-store.ts'
import { selectProofPosition } from './store.ts'
import { inclusionLeaves, tilesOf } from './tile-rules.ts'

/** What shows that something stands in the log: bytes in base64, the newest note and the key that has signed it. */
export type InLog = { index: number; size: number; salt: string; path: string[]; note: string; key: string }

/** The same of a proof, by what was announced of it; null until a checkpoint has it. */
export async function proofInLog(tx: Tx, announced: string): Promise<InLog | null> {
  const [found, kept] = [await selectProofPosition(tx, Buffer.from(announced)), await selectToKeep(tx)]
  if (found === undefined || kept === undefined) return null
  const { position: index, salt } = found
  const { size, note, key } = kept
  if (index >= size) return null
  const tileAt = await readTiles(tx, tilesOf(inclusionLeaves(index, size)))
  const path = inclusionPath(index, size, tileAt).map(toBase64)
  return { index, size, salt: toBase64(salt), path, note, key }
}
