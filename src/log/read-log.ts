import type { Tx } from '#kit/database.ts'
import type { LogSigning } from './contract.ts'
import { selectCosignatures } from './cosigning/store.ts'
import { logEntry } from './commitment.ts'
import { HASH_LENGTH } from './hash.ts'
import { selectCheckpoint, selectSigning, selectToKeep } from './signer-store.ts'
import { selectCommitments, selectTiles } from './store.ts'
import { readTileName, TILE_WIDTH } from './tile-rules.ts'

/** The newest checkpoint, as it was signed; undefined before the first. */
export async function newestCheckpoint(tx: Tx): Promise<string | undefined> {
  return (await selectCheckpoint(tx))?.note
}

/** Whether anything was signed; and whether something waits for it, and owners were told why. */
export const signingOfLog = (tx: Tx): Promise<LogSigning> => selectSigning(tx)

/** What a person keeps of the log: its newest checkpoint and the key that has signed it; undefined before the first. */
export async function logToKeep(tx: Tx): Promise<{ key: string; note: string } | undefined> {
  const kept = await selectToKeep(tx)
  return kept && { key: kept.key, note: kept.note }
}

/** The newest checkpoint with what witnesses have said of it; undefined before the first. */
export async function cosignedCheckpoint(tx: Tx): Promise<string | undefined> {
  const newest = await selectCheckpoint(tx)
  if (newest === undefined) return undefined
  const lines = (await selectCosignatures(tx, newest)).map(({ line }) => line)
  return newest.note + lines.join('')
}

/** The key by which it can be verified: that which has signed it, also where another is to sign the next. */
export async function keyOfLog(tx: Tx): Promise<string | undefined> {
  return (await selectToKeep(tx))?.key
}

/**
 * What is served under this name behind `/log/tile/`: hashes of a level, or entries behind their lengths. Undefined for
 * what there is none of, a tile that is not so wide yet among it.
 */
export async function readTile(tx: Tx, name: string): Promise<Uint8Array | undefined> {
  const [, level = '', place = ''] = /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/(.+)$/.exec(name) ?? []
  const tile = readTileName(place)
  if (tile === undefined) return undefined
  if (level === 'entries') return readEntries(tx, tile)
  const [found] = await selectTiles(tx, [{ level: Number(level), n: tile.n }])
  const length = tile.width * HASH_LENGTH
  return found === undefined || found.hashes.length < length ? undefined : found.hashes.subarray(0, length)
}

async function readEntries(tx: Tx, { n, width }: { n: number; width: number }): Promise<Uint8Array | undefined> {
  const found = await selectCommitments(tx, n * TILE_WIDTH, width)
  if (found.length < width) return undefined
  return Buffer.concat(
    found.flatMap(({ type, commitment }) => {
      const entry = logEntry(type, commitment)
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )
}
