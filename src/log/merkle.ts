/** The Merkle tree of RFC 6962, 2.1, over tiles of 256 hashes: what a root, a path and the next leaves cost grows with log n. */
import { HASH_LENGTH, hashOfBytes } from './hash.ts'
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

/** Of what the tree is said to have where it has nothing. */
export const emptyRoot = (): Uint8Array => hashOfBytes('')
export const leafHash = (entry: Uint8Array): Uint8Array => hashBehind(LEAF, entry)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => hashBehind(NODE, left, right)

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

/** The hash over `width` hashes of a tile, a power of two, from `start` on. Throws where the tile is too short. */
function foldTile(tile: Uint8Array, start: number, width: number): Uint8Array {
  if (tile.length < (start + width) * HASH_LENGTH) throw new RangeError('a tile is shorter than the tree needs it')
  if (width === 1) return hashAt(tile, start)
  const half = width / 2
  return nodeHash(foldTile(tile, start, half), foldTile(tile, start + half, half))
}

export const hashAt = (tile: Uint8Array, at: number): Uint8Array =>
  tile.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH)

/** A tile as it stands after leaves were added: at this width, with these hashes. */
export type GrownTile = TilePlace & { width: number; hashes: Uint8Array }

/**
 * The tiles that change when these hashes of leaves follow a tree of this size; `edgeOf(size)` are those that it takes.
 * A full tile leaves its hash to the level above.
 */
export function grownTiles(size: number, leafHashes: readonly Uint8Array[], tileAt: TileAt): GrownTile[] {
  const open = new Map<number, { n: number; hashes: Uint8Array[] }>()
  for (const { level, n } of edgeOf(size)) {
    const width = Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH
    open.set(level, { n, hashes: Array.from({ length: width }, (_, at) => hashAt(tileAt({ level, n }), at)) })
  }
  const changed = new Map<string, GrownTile>()
  const keep = (level: number, tile: { n: number; hashes: Uint8Array[] }) =>
    changed.set(`${level}/${tile.n}`, {
      level,
      n: tile.n,
      width: tile.hashes.length,
      hashes: Buffer.concat(tile.hashes),
    })
  const add = (level: number, hash: Uint8Array, next: number) => {
    const tile = open.get(level) ?? { n: Math.floor(next / TILE_WIDTH), hashes: [] }
    open.set(level, tile)
    tile.hashes.push(hash)
    if (tile.hashes.length < TILE_WIDTH) return
    keep(level, tile)
    open.delete(level)
    add(level + 1, foldTile(Buffer.concat(tile.hashes), 0, TILE_WIDTH), tile.n)
  }
  for (const [at, hash] of leafHashes.entries()) add(0, hash, size + at)
  if (leafHashes.length > 0) {
    const grown = size + leafHashes.length
    for (const [level, tile] of open) {
      const before = Math.floor(size / TILE_WIDTH ** level)
      if (Math.floor(grown / TILE_WIDTH ** level) > before) keep(level, tile)
    }
  }
  return [...changed.values()]
}
