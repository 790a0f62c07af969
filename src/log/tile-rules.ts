/** Which hashes make up a root and a path of RFC 6962, and in which tiles of height 8 they stand (C2SP tlog-tiles). */

/** Hashes in a full tile. */
export const TILE_WIDTH = 256
/** Levels of the tree in a tile. */
const TILE_HEIGHT = 8

/** Leaves from `from` (included) to `to` (excluded). */
export type Leaves = { from: number; to: number }
/** The complete subtree of 2^level leaves that begins at leaf index × 2^level. */
export type Subtree = { level: number; index: number }
/** Of the tiles of a level the n-th; at level 0 it holds hashes of leaves. */
export type TilePlace = { level: number; n: number }

/** The largest power of two that is smaller than a size of two and more. */
export function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** Whose hashes lead from a leaf to the root, the nearest first (RFC 6962, 2.1.1). Throws for a leaf that is not there. */
export function inclusionLeaves(index: number, size: number): Leaves[] {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) throw new RangeError('no such leaf in this tree')
  const path: Leaves[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + split(to - from)
    if (index < middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  return path.reverse()
}

/** Whose hashes show that a tree of the old size begins one of the new size (RFC 6962, 2.1.2). Both are one and more. */
export function consistencyLeaves(oldSize: number, newSize: number): Leaves[] {
  if (!(oldSize >= 1 && oldSize <= newSize)) throw new RangeError('the old tree is not a part of the new one')
  const path: Leaves[] = []
  let [from, to] = [0, newSize]
  while (oldSize < to) {
    const middle = from + split(to - from)
    if (oldSize <= middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  if (from > 0) path.push({ from, to })
  return path.reverse()
}

/** The complete subtrees that leaves of a root or of a path consist of, from left to right. */
export function subtreesOf({ from, to }: Leaves): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = from; at < to;) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1
    subtrees.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return subtrees
}

/** Where the hashes of a subtree stand: `width` of them, from `start` on, in one tile. */
export function tileHolding({ level, index }: Subtree): TilePlace & { start: number; width: number } {
  const width = 2 ** (level % TILE_HEIGHT)
  const first = index * width
  const n = Math.floor(first / TILE_WIDTH)
  return { level: Math.floor(level / TILE_HEIGHT), n, start: first - n * TILE_WIDTH, width }
}

/** The tiles that have what these ranges need, each once. */
export function tilesOf(ranges: readonly Leaves[]): TilePlace[] {
  const places = ranges.flatMap(subtreesOf).map(tileHolding)
  return [...new Map(places.map(({ level, n }) => [`${level}/${n}`, { level, n }])).values()]
}

/** How many hashes a tile has in a tree of this size; 0 where there is none. */
export function tileWidth({ level, n }: TilePlace, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.min(Math.max(hashes - n * TILE_WIDTH, 0), TILE_WIDTH)
}

/** The tiles at the right edge of a tree, which the next leaves go into: those that are not full, a level each. */
export function edgeOf(size: number): TilePlace[] {
  const edge: TilePlace[] = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    if (hashes % TILE_WIDTH > 0) edge.push({ level, n: Math.floor(hashes / TILE_WIDTH) })
  }
  return edge
}

/** `x001/x234/067`: a number in parts of three digits, all but the last behind an x. */
export function tileName(n: number): string {
  const digits = String(n)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
}

/** The number and the width in `x001/234` and `x001/234.p/12`; undefined where no tile can be named so. */
export function readTileName(name: string): { n: number; width: number } | undefined {
  const [, digits = '', width] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(name) ?? []
  const n = Number(digits.replaceAll(/[x/]/g, ''))
  const found = { n, width: width === undefined ? TILE_WIDTH : Number(width) }
  const isTile = digits !== '' && Number.isSafeInteger(n) && tileName(n) === digits
  return isTile && (width === undefined || found.width < TILE_WIDTH) ? found : undefined
}
