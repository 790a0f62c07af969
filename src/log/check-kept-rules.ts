/** Whether the log of today begins with all that a kept checkpoint was signed of, from its tiles; in Node and in a browser. */
import { sameBytes, digest } from './bytes-rules.ts'
import type { Kept } from './kept-note-rules.ts'
import { split, type TilePlace, subtreesOf, tileHolding } from './tile-rules.ts'
import { hashOfNode } from './verify-merkle-rules.ts'
import { openNote, readNote, readTreeHead, readVerifierKey, type TreeHead, type Verifier } from './verify-note-rules.ts'

const HASH_LENGTH = 32

/** The log as everybody is shown it today. */
export type ShownLog = {
  checkpoint: string
  key: string
  /** at least as wide as it is in a tree of this size */
  tile(place: TilePlace, size: number): Promise<Uint8Array>
}

/**
 * `yes`: the log begins with what was kept. `no`, with the place: the kept note was not signed by the key that stands with
 * it, or changed since (`note`); what is shown today is not signed by its own key (`today`), or its tiles are others than it
 * has signed (`tiles`); it has fewer entries than it had (`shorter`), or among those of then is another (`past`).
 * `not checked`: the note is of another house (`renamed`), or another key than that of today has signed it and no key stands
 * with it (`key`), or one does and the log has become shorter or has another past: anybody can write a key into a mail, so
 * that accuses nobody.
 */
export type KeptAnswer =
  | { answer: 'no'; place: 'note' | 'today' }
  | ({ answer: 'no'; place: 'tiles' | Differs } & Compared)
  | ({ answer: 'yes' } & Compared)
  | { answer: 'not checked'; why: 'key' }
  | ({ answer: 'not checked'; why: 'renamed' | Differs } & Compared)
type Differs = 'shorter' | 'past'
/** `byKeyOfToday`: else by the one that stands in the mail, which may be an earlier one of the log. */
type Compared = { kept: TreeHead; now: TreeHead; byKeyOfToday: boolean }

/** Throws where a tile cannot be had, and where the browser knows no Ed25519: then nothing was checked. */
export async function checkKept({ note, key }: Kept, log: ShownLog): Promise<KeptAnswer> {
  const ofToday = await readVerifierKey(log.key)
  const now = ofToday && (await headSignedBy(log.checkpoint, ofToday))
  if (ofToday === undefined || now === undefined) return { answer: 'no', place: 'today' }
  const ofThen = key === undefined ? undefined : await readVerifierKey(key)
  const byToday = await headSignedBy(note, ofToday)
  const kept = byToday ?? (ofThen && (await headSignedBy(note, ofThen)))
  if (kept === undefined) {
    const isOfOther = ofThen === undefined && readNote(note)?.signatures.every(({ id }) => !sameBytes(id, ofToday.id))
    return isOfOther ? { answer: 'not checked', why: 'key' } : { answer: 'no', place: 'note' }
  }
  const heads = { kept, now, byKeyOfToday: byToday !== undefined }
  if (houseOf(kept.origin) !== houseOf(now.origin)) return { answer: 'not checked', why: 'renamed', ...heads }
  const differs = (place: Differs): KeptAnswer =>
    byToday ? { answer: 'no', place, ...heads } : { answer: 'not checked', why: place, ...heads }
  if (kept.size > now.size) return differs('shorter')
  const tileAt = remembered((place) => log.tile(place, now.size))
  const roots = await bothRoots(kept.size, now.size, tileAt)
  if (!sameBytes(roots.now, now.root)) return { answer: 'no', place: 'tiles', ...heads }
  return sameBytes(roots.kept, kept.root) ? { answer: 'yes', ...heads } : differs('past')
}

/** What a note says that this key has signed; a key signs for the log of its own name alone. */
async function headSignedBy(note: string, key: Verifier): Promise<TreeHead | undefined> {
  const text = await openNote(note, key)
  const head = text === undefined ? undefined : readTreeHead(text)
  return head?.origin === key.name ? head : undefined
}

/** Behind a restart a log goes on under the same name with a number, a day and some chance. */
const houseOf = (origin: string) => origin.replace(/\/log\/\d[\da-f-]*$/, '/log')

type TileReader = (place: TilePlace) => Promise<Uint8Array>

/**
 * The roots of the first `kept` leaves and of all, out of the very same hashes (RFC 6962, 2.1.2): were each computed from
 * tiles of its own, the levels above could be those of today and the lowest those of then, and both roots be right.
 */
async function bothRoots(kept: number, size: number, tileAt: TileReader) {
  const rootsOf = async (from: number, to: number): Promise<{ kept?: Uint8Array; now: Uint8Array }> => {
    if (kept <= from || kept >= to) {
      const now = await hashOver(from, to, tileAt)
      return kept >= to ? { kept: now, now } : { now }
    }
    const middle = from + split(to - from)
    const [left, right] = [await rootsOf(from, middle), await rootsOf(middle, to)]
    const now = await hashOfNode(left.now, right.now)
    if (left.kept === undefined || right.kept === undefined) return { ...left, now }
    return { kept: await hashOfNode(left.kept, right.kept), now }
  }
  const empty = await digest()
  return { kept: empty, ...(size === 0 ? { now: empty } : await rootsOf(0, size)) }
}

/** The hash over these leaves, from the tiles of a tree that has them. */
async function hashOver(from: number, to: number, tileAt: TileReader): Promise<Uint8Array> {
  const hashes: Uint8Array[] = []
  for (const subtree of subtreesOf({ from, to })) {
    const { level, n, start, width } = tileHolding(subtree)
    hashes.push(await folded(await tileAt({ level, n }), start, width))
  }
  let hash = hashes.pop() ?? (await digest())
  for (const left of hashes.reverse()) hash = await hashOfNode(left, hash)
  return hash
}

async function folded(tile: Uint8Array, start: number, width: number): Promise<Uint8Array> {
  if (width === 1) return tile.slice(start * HASH_LENGTH, (start + 1) * HASH_LENGTH)
  const half = width / 2
  return await hashOfNode(await folded(tile, start, half), await folded(tile, start + half, half))
}

function remembered(read: TileReader): TileReader {
  const tiles = new Map<string, Promise<Uint8Array>>()
  return (place: TilePlace) => {
    const name = `${place.level}/${place.n}`
    const tile = tiles.get(name) ?? read(place)
    tiles.set(name, tile)
    return tile
  }
}
