/** The Merkle tree of RFC 6962, 2.1, over tiles of 256 hashes: what a root, a path and the next leaves cost grows with log n. */
import { HASH_LENGTH, hashInto, hashOfBytes } from './hash.ts'
import {
  consistencyLeaves,
  inclusionLeaves,
  type Leaves,
  tileHolding,
  subtreesOf,
  TILE_WIDTH,
  type TilePlace,
  edgeOf,
} from './tile-rules.ts'

/** Hashes of a tile behind one another; more of them than the tree had then may be there. Throws where it has no tile. */
export type TileAt = (place: TilePlace) => Uint8Array

const [LEAF, NODE] = [0, 1]
const NOTHING = new Uint8Array()
const TILE_BYTES = TILE_WIDTH * HASH_LENGTH

/** Of what the tree is said to have where it has nothing. */
export const emptyRoot = (): Uint8Array => hashOfBytes('')
export const leafHash = (entry: Uint8Array): Uint8Array => hashBehind(LEAF, entry)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => hashBehind(NODE, left, right)

/** Writes the hashes of leaves that have one beginning, and of which each ends with 32 bytes of `ends`, to `leaves`. */
export function leafHashesInto(leaves: Buffer, beginning: string, ends: Buffer): void {
  const leaf = Buffer.concat([Buffer.from([LEAF]), Buffer.from(beginning), Buffer.alloc(HASH_LENGTH)])
  const end = leaf.length - HASH_LENGTH
  for (let at = 0; at < ends.length; at += HASH_LENGTH) {
    ends.copy(leaf, end, at, at + HASH_LENGTH)
    hashInto(leaf, leaves, at)
  }
}

function hashBehind(prefix: number, first: Uint8Array, second?: Uint8Array): Uint8Array {
  const whole = Buffer.allocUnsafe(1 + first.length + (second?.length ?? 0))
  whole[0] = prefix
  whole.set(first, 1)
  if (second !== undefined) whole.set(second, 1 + first.length)
  return hashOfBytes(whole)
}

/** The root of the first `size` leaves. `tilesOf([{ from: 0, to: size }])` are the tiles that it takes. */
export function rootOf(size: number, tileAt: TileAt): Uint8Array {
  return size === 0 ? emptyRoot() : hashOf({ from: 0, to: size }, tileAt)
}

/** The hashes that lead from a leaf to the root, the nearest first. */
export function inclusionPath(index: number, size: number, tileAt: TileAt): Uint8Array[] {
  return inclusionLeaves(index, size).map((leaves) => hashOf(leaves, tileAt))
}

/** The hashes that show that a tree of the old size, one and more, begins one of the new size. */
export function consistencyPath(oldSize: number, newSize: number, tileAt: TileAt): Uint8Array[] {
  return consistencyLeaves(oldSize, newSize).map((leaves) => hashOf(leaves, tileAt))
}

/** The hash of leaves that are the whole tree or a part of a path. */
function hashOf(leaves: Leaves, tileAt: TileAt): Uint8Array {
  const hashes = subtreesOf(leaves).map((subtree) => {
    const { level, n, start, width } = tileHolding(subtree)
    return foldTile(tileAt({ level, n }), start, width)
  })
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

const pair = Buffer.alloc(1 + 2 * HASH_LENGTH, NODE)

/** The hash over `width` hashes of a tile, a power of two, from `start` on. Throws where the tile is too short. */
function foldTile(tile: Uint8Array, start: number, width: number): Uint8Array {
  if (tile.length < (start + width) * HASH_LENGTH) throw new RangeError('a tile is shorter than the tree needs it')
  const fold = Buffer.from(tile.subarray(start * HASH_LENGTH, (start + width) * HASH_LENGTH))
  for (let count = width / 2; count >= 1; count /= 2) {
    for (let at = 0; at < count; at += 1) {
      fold.copy(pair, 1, at * 2 * HASH_LENGTH, (at + 1) * 2 * HASH_LENGTH)
      hashInto(pair, fold, at * HASH_LENGTH)
    }
  }
  return fold.subarray(0, HASH_LENGTH)
}

export const hashAt = (tile: Uint8Array, at: number): Uint8Array =>
  tile.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH)

/** A tile as it stands after leaves were added: at this width, with these hashes. */
export type GrownTile = TilePlace & { width: number; hashes: Uint8Array }

/**
 * The tiles that change when these hashes of leaves follow a tree of this size, each piece one or many behind one another;
 * `edgeOf(size)` are those that it takes. A full tile leaves its hash to the level above.
 */
export function grownTiles(size: number, leafHashes: readonly Uint8Array[], tileAt: TileAt): GrownTile[] {
  // of all that it takes, also where nothing reaches it: what is missing is noticed at once
  const edge = edgeOf(size).map(({ level, n }) => {
    const length = (Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH) * HASH_LENGTH
    const there = tileAt({ level, n }).subarray(0, length)
    if (there.length < length) throw new RangeError('a tile is shorter than the tree needs it')
    return [level, there] as const
  })
  const open = new Map(edge)
  const grown: GrownTile[] = []
  let added: Uint8Array = Buffer.concat(leafHashes)
  for (let [level, from] = [0, size]; added.length > 0; level += 1, from = Math.floor(from / TILE_WIDTH)) {
    const row = Buffer.concat([open.get(level) ?? NOTHING, added])
    const full: Uint8Array[] = []
    for (let n = Math.floor(from / TILE_WIDTH), at = 0; at < row.length; n += 1, at += TILE_BYTES) {
      const hashes = row.subarray(at, at + TILE_BYTES)
      grown.push({ level, n, width: hashes.length / HASH_LENGTH, hashes })
      if (hashes.length === TILE_BYTES) full.push(foldTile(hashes, 0, TILE_WIDTH))
    }
    added = Buffer.concat(full)
  }
  return grown
}
