import type { Tx } from '#kit/database.ts'
import { toBase64 } from './bytes-rules.ts'
import { hmac, committedParts, saltOf } from './commitment.ts'
import { inclusionPath } from './merkle.ts'
import { readTiles } from './read-tiles.ts'
import { selectHead, selectPositionOfTransfer, selectTransfers } from './store.ts'
import { inclusionLeaves, tilesOf } from './tile-rules.ts'
import type { Inclusion, OpenedPart, Opening } from './verify-opening-rules.ts'

/**
 * What a transfer has committed to, for whoever has these accounts: its header, the entries on them with their salts, and
 * of every other entry what hides it. Undefined where the transfer moved none of them, or has no position yet.
 */
export async function openTransfer(
  tx: Tx,
  transferId: bigint,
  accounts: ReadonlySet<string>,
): Promise<Opening | undefined> {
  const position = await selectPositionOfTransfer(tx, transferId)
  const [transfer] = await selectTransfers(tx, [transferId])
  if (position === undefined || !transfer?.entries.some(({ account }) => accounts.has(account))) return undefined
  const { secret } = await selectHead(tx)
  const parts = committedParts(transfer, transfer.entries).map((text, part): OpenedPart => {
    const salt = saltOf(secret, transferId, part)
    const entry = transfer.entries[part - 1]
    const isOpen = entry === undefined || accounts.has(entry.account)
    return isOpen ? { text, salt: toBase64(salt) } : { hidden: toBase64(hmac(salt, text)) }
  })
  return { position, parts }
}

/** How a position leads to the root of the log at this size, which has it. */
export async function includePosition(tx: Tx, position: number, size: number): Promise<Inclusion> {
  const tileAt = await readTiles(tx, tilesOf(inclusionLeaves(position, size)))
  return { size, path: inclusionPath(position, size, tileAt).map(toBase64) }
}
