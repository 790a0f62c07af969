import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { inBooksOrder, placesBefore } from './books-order.ts'
import { announcementCommitment, logEntry, committedParts, transferCommitment } from './commitment.ts'
import { grownTiles, leafHash } from './merkle.ts'
import {
  insertPositions,
  type LogHead,
  lockHead,
  type NewPosition,
  selectHead,
  selectHorizon,
  selectTransfers,
  selectUnnumbered,
  selectUnnumberedAnnouncements,
  selectUnnumberedAt,
  type StoredTransfer,
  updateSeen,
  upsertTiles,
} from './store.ts'
import { edgeOf } from './tile-rules.ts'
import { readTiles } from './read-tiles.ts'

/** Entries that get their positions in one transaction. */
const MOST = 4000

/**
 * Gives a position in the log to every transfer that is in the books, and to all that the house has said, where they have
 * none. Never in the path of a posting, and from however many processes at once: one continues, the others leave it to it.
 * Broken off anywhere it goes on where it was. Answers how many it has numbered.
 */
export async function numberEntries(db: Database, { most = MOST, stopping }: NumberOptions = {}): Promise<number> {
  for (let sum = 0; ;) {
    const { numbered, isMore } = await transaction(db, (tx) => numberSome(tx, most))
    sum += numbered
    if (!isMore || stopping?.aborted === true) return sum
  }
}

/**
 * Numbers all that this state of the books has, in the transaction of whoever reads it: what they read is what the log
 * leaves up to the size that is answered. No other process continues the log until the transaction is over. Undefined where
 * one is at it. The first statement of its transaction.
 */
export async function numberHere(tx: Tx): Promise<number | undefined> {
  if ((await lockHead(tx)) === undefined) return undefined
  while ((await numberSome(tx, MOST)).isMore);
  return (await selectHead(tx)).size
}

type NumberOptions = { most?: number; stopping?: AbortSignal | undefined }
type Some = { numbered: number; isMore: boolean }

/** One transaction of it. */
async function numberSome(tx: Tx, most: number): Promise<Some> {
  const head = await lockHead(tx)
  if (head === undefined) return { numbered: 0, isMore: false }
  const ids = await selectUnnumbered(tx, head.settled_id, most)
  const transfers = inBooksOrder(await withAllBefore(tx, await selectTransfers(tx, ids)))
  const announcements = ids.length < most ? await selectUnnumberedAnnouncements(tx, most) : []
  const positions: (NewPosition & { leaf: Uint8Array })[] = [
    ...transfers.map((transfer) => {
      const commitment = transferCommitment(head.secret, transfer.id, committedParts(transfer, transfer.entries))
      return { transferId: transfer.id, commitment, leaf: leafHash(logEntry('transfer', commitment)) }
    }),
    ...announcements.map(({ id, type, bytes, salt }) => {
      const commitment = announcementCommitment(type, bytes, salt)
      return { announcementId: id, commitment, leaf: leafHash(logEntry(type, commitment)) }
    }),
  ]
  if (positions.length > 0) {
    const tileAt = await readTiles(tx, edgeOf(head.size))
    await insertPositions(tx, head.size, positions)
    await upsertTiles(
      tx,
      grownTiles(
        head.size,
        positions.map(({ leaf }) => leaf),
        tileAt,
      ),
    )
  }
  await settle(tx, head, ids.length < most ? undefined : ids.at(-1))
  return { numbered: positions.length, isMore: ids.length === most || announcements.length === most }
}

/**
 * The transfers, and all of those before them in any of their accounts that have no position yet: each beginning of the
 * log is a state of the books, also where what was there before the log is numbered part by part.
 */
async function withAllBefore(tx: Tx, transfers: readonly StoredTransfer[]): Promise<StoredTransfer[]> {
  const all = [...transfers]
  for (let lacks = true; lacks;) {
    const places = placesBefore(all)
    const added = await selectTransfers(tx, places.length === 0 ? [] : await selectUnnumberedAt(tx, places))
    all.push(...added)
    lacks = added.length > 0
  }
  return all
}

/**
 * Keeps from which number on to look the next time. A number is given out under the lock of its accounts, so by a
 * transaction that the server had counted: once all are over that it had counted when the last number was seen, nothing
 * up to that number comes any more. `cut` is where this look was cut short.
 */
async function settle(tx: Tx, head: LogHead, cut: bigint | undefined): Promise<void> {
  const { last, oldest, next, server } = await selectHorizon(tx)
  const isOver = head.seen_on === server && oldest >= BigInt(head.seen_by)
  const done = cut === undefined || cut > head.seen_id ? head.seen_id : cut
  const settled_id = isOver && done > head.settled_id ? done : head.settled_id
  const isToSee = isOver || head.seen_on !== server
  const seen = isToSee ? { seen_id: last, seen_by: next, seen_on: server } : head
  const { seen_id, seen_by, seen_on } = seen
  if (settled_id === head.settled_id && seen_id === head.seen_id && seen_on === head.seen_on) return
  await updateSeen(tx, { settled_id, seen_id, seen_by, seen_on })
}
