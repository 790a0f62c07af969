import type { Tx } from '#kit/database.ts'
import { toBase64 } from './bytes-rules.ts'
import { commitmentTo, committedParts, earlierSaltsOf, hmac, saltAt, saltsOf } from './commitment.ts'
import { inclusionPath } from './merkle.ts'
import { readTiles } from './read-tiles.ts'
import { selectHead, selectPositionOfTransfer, selectTransfers, type StoredTransfer } from './store.ts'
import { inclusionLeaves, tilesOf } from './tile-rules.ts'
import type { Inclusion, OpenedPart, Opening } from './verify-opening-rules.ts'

/** Whether whoever asks may see what moved on an account, by its name. */
export type MaySee = (account: string) => boolean

/** A transfer with an entry on an account that may be seen; undefined where there is none. */
export async function transferFor(tx: Tx, id: bigint, maySee: MaySee): Promise<StoredTransfer | undefined> {
  const [transfer] = await selectTransfers(tx, [id])
  return transfer?.entries.some(({ account }) => maySee(account)) === true ? transfer : undefined
}

/**
 * What a transfer has committed to, for whoever may see these accounts: its header, the entries on them with their salts,
 * and of every other entry what hides it. Undefined where it has no position yet.
 */
export async function openTransfer(tx: Tx, transfer: StoredTransfer, maySee: MaySee): Promise<Opening | undefined> {
  const there = await selectPositionOfTransfer(tx, transfer.id)
  if (there === undefined) return undefined
  const { position, commitment } = there
  const { secret } = await selectHead(tx)
  const texts = committedParts(transfer, transfer.entries)
  const salted = { id: transfer.id, parts: texts.length }
  const now = saltsOf(secret, [salted])
  // of an earlier version otherwise; and where that is not what stands in the log either, whoever is shown this finds so
  const salts = commitmentTo(texts, now).equals(commitment) ? now : earlierSaltsOf(secret, salted)
  const parts = texts.map((text, part): OpenedPart => {
    const salt = saltAt(salts, part)
    const entry = transfer.entries[part - 1]
    const isOpen = entry === undefined || maySee(entry.account)
    return isOpen ? { text, salt: toBase64(salt) } : { hidden: toBase64(hmac(salt, text)) }
  })
  return { position, parts }
}

/** How a position leads to the root of the log at this size, which has it. */
export async function includePosition(tx: Tx, position: number, size: number): Promise<Inclusion> {
  const tileAt = await readTiles(tx, tilesOf(inclusionLeaves(position, size)))
  return { size, path: inclusionPath(position, size, tileAt).map(toBase64) }
}
