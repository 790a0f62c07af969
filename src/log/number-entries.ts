import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { inBooksOrder, placesBefore } from './books-order.ts'
import { type Columns, countPartsAt, idAt, partsAt, type Place, placesBeforeAscending, placesOf } from './columns.ts'
import { announcementCommitment, logEntry, saltsOf, transferCommitmentInto } from './commitment.ts'
import { HASH_LENGTH } from './hash.ts'
import { typeLine } from './canonical-rules.ts'
import { grownTiles, leafHash, leafHashesInto } from './merkle.ts'
import {
  insertPositions,
  selectUnnumbered,
  selectUnnumberedAnnouncements,
  selectUnnumberedAt,
  upsertTiles,
} from './positions-store.ts'
import { type Announcement, type LogHead, lockHead, selectHead, selectHorizon, updateSeen } from './store.ts'
import { edgeOf } from './tile-rules.ts'
import { readTiles } from './read-tiles.ts'

/** Entries that get their positions in one transaction. */
const MOST = 4000

/**
 * Gives a position in the log to every transfer that is in the books, and to all that the house has said, where they have
 * none. Never in the path of a posting, and from however many processes at once: one continues, the others leave it to it.
 * Broken off anywhere it goes on where it was. Answers how many it has numbered.
 */
export async function numberEntries(db: Database, options: NumberOptions = {}): Promise<number> {
  return (await numberOrLeave(db, options)) ?? 0
}

/** The same, and undefined where it has left all of it to another process. */
export async function numberOrLeave(
  db: Database,
  { most = MOST, stopping }: NumberOptions = {},
): Promise<number | undefined> {
  for (let sum: number | undefined; ;) {
    const some = await transaction(db, (tx) => numberSome(tx, most))
    if (some === undefined) return sum
    sum = (sum ?? 0) + some.numbered
    if (!some.isMore || stopping?.aborted === true) return sum
  }
}

/**
 * Numbers all that this state of the books has, in the transaction of whoever reads it: what they read is what the log
 * leaves up to the size that is answered. No other process continues the log until the transaction is over. Undefined where
 * one is at it. The first statement of its transaction.
 */
export async function numberHere(tx: Tx): Promise<number | undefined> {
  if ((await lockHead(tx)) === undefined) return undefined
  while ((await numberSome(tx, MOST))?.isMore === true);
  return (await selectHead(tx)).size
}

type NumberOptions = { most?: number; stopping?: AbortSignal | undefined }
type Some = { numbered: number; isMore: boolean }

/** One transaction of it; undefined where another process is at it. */
async function numberSome(tx: Tx, most: number): Promise<Some | undefined> {
  const head = await lockHead(tx)
  if (head === undefined) return undefined
  const [columns, tileAt] = await Promise.all([
    selectUnnumbered(tx, head.settled_id, most),
    readTiles(tx, edgeOf(head.size)),
  ])
  const isCut = columns.ids.length === most
  const transfers = await inOrder(tx, columns, isCut)
  const announcements = isCut ? [] : await selectUnnumberedAnnouncements(tx, most)
  const made = committedTo(head.secret, transfers, announcements)
  // before anything is sent: where a tile is missing this throws, and nobody would hear what became of the rest
  const tiles = grownTiles(head.size, [made.leaves], tileAt)
  await Promise.all([
    insertPositions(tx, 'transfer_id', {
      from: head.size,
      ids: transfers.map(idAt),
      commitments: made.commitments.subarray(0, transfers.length * HASH_LENGTH),
    }),
    insertPositions(tx, 'announcement_id', {
      from: head.size + transfers.length,
      ids: announcements.map(({ id }) => id),
      commitments: made.commitments.subarray(transfers.length * HASH_LENGTH),
    }),
    upsertTiles(tx, tiles),
  ])
  await settle(tx, head, isCut ? BigInt(columns.ids.at(-1) ?? 0) : undefined)
  return { numbered: transfers.length + announcements.length, isMore: isCut || announcements.length === most }
}

/** What stands in the log of each and the hash of its leaf, both one behind the other. */
function committedTo(secret: Uint8Array, transfers: readonly Place[], announcements: readonly Announcement[]) {
  const commitments = Buffer.alloc((transfers.length + announcements.length) * HASH_LENGTH)
  const leaves = Buffer.alloc(commitments.length)
  const all = saltsOf(
    secret,
    transfers.map((place) => ({ id: idAt(place), parts: countPartsAt(place) })),
  )
  let salted = 0
  for (const [at, place] of transfers.entries()) {
    const parts = partsAt(place)
    const salts = all.subarray(salted, (salted += parts.length * HASH_LENGTH))
    transferCommitmentInto({ salts, parts }, commitments, at * HASH_LENGTH)
  }
  leafHashesInto(leaves, typeLine('transfer'), commitments.subarray(0, transfers.length * HASH_LENGTH))
  for (const [at, { type, bytes, salt }] of announcements.entries()) {
    const commitment = announcementCommitment(type, bytes, salt)
    const place = (transfers.length + at) * HASH_LENGTH
    commitments.set(commitment, place)
    leaves.set(leafHash(logEntry(type, commitment)), place)
  }
  return { commitments, leaves }
}

/**
 * The transfers, and all of those before them in any of their accounts that have no position yet: each beginning of the
 * log is a state of the books, also where what was there before the log is numbered part by part. `isCut`: there are others
 * that have none.
 */
async function inOrder(tx: Tx, columns: Columns, isCut: boolean): Promise<Place[]> {
  const before = placesBeforeAscending(columns)
  const isWhole = !isCut || before?.length === 0
  if (before !== undefined && (isWhole || (await selectUnnumberedAt(tx, before)).ids.length === 0)) {
    return columns.ids.map((_id, at) => ({ columns, at }))
  }
  const all = placesOf(columns)
  for (let lacks = isCut; lacks;) {
    const places = placesBefore(all)
    const added = places.length === 0 ? [] : placesOf(await selectUnnumberedAt(tx, places))
    all.push(...added)
    lacks = added.length > 0
  }
  return inBooksOrder(all)
}

/**
 * Keeps from which number on to look the next time. A number is given out under the lock of its accounts, so by a
 * transaction that the server had counted: once all are over that it had counted when the last number was seen, nothing
 * up to that number comes any more. This transaction was counted behind all of those: it locks the head after its snapshot
 * was taken. `cut` is where this look was cut short.
 */
async function settle(tx: Tx, head: LogHead, cut: bigint | undefined): Promise<void> {
  const { last, oldest, next, server } = await selectHorizon(tx)
  const isOver = head.seen_on === server && oldest >= BigInt(head.seen_before)
  // nobody else is under way
  const isAllOver = oldest >= next
  const over = isAllOver ? last : isOver ? head.seen_id : head.settled_id
  const done = cut === undefined || cut > over ? over : cut
  const settled_id = done > head.settled_id ? done : head.settled_id
  const isToSee = isOver || head.seen_on !== server
  const seen = isToSee ? { seen_id: last, seen_before: String(next), seen_on: server } : head
  const { seen_id, seen_before, seen_on } = seen
  if (settled_id === head.settled_id && seen_id === head.seen_id && seen_on === head.seen_on) return
  await updateSeen(tx, { settled_id, seen_id, seen_before, seen_on })
}
