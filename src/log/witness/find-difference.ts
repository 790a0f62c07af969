/** At which position two logs part, found from their tiles: from the top down, a tile of each at every level. */
import { sameBytes } from '../bytes-rules.ts'
import { hashAt, inclusionPath, type TileAt } from '../merkle.ts'
import { inclusionLeaves, TILE_WIDTH, type TilePlace, tilesOf, tileWidth } from '../tile-rules.ts'
import type { LogSource } from './log-source.ts'

/** One leaf of a tree with what leads from it to the root. */
export type ProvenLeaf = { hash: Uint8Array; path: Uint8Array[] }
export type LogDifference = { position: number; kept: ProvenLeaf; shown: ProvenLeaf }

/** Undefined where all positions that both have are the same. Throws where a tile cannot be had. */
export async function findDifference(
  kept: { size: number; tileAt: TileAt },
  shown: { size: number; source: Pick<LogSource, 'tile'> },
): Promise<LogDifference | undefined> {
  const size = Math.min(kept.size, shown.size)
  let place: TilePlace = { level: 0, n: 0 }
  while (TILE_WIDTH ** (place.level + 1) < size) place = { level: place.level + 1, n: 0 }
  for (; ; place = { ...place, level: place.level - 1 }) {
    const width = tileWidth(place, size)
    const theirs = width === 0 ? new Uint8Array() : await shown.source.tile(place, shown.size)
    const ours = width === 0 ? new Uint8Array() : kept.tileAt(place)
    let at = 0
    while (at < width && sameBytes(hashAt(ours, at), hashAt(theirs, at))) at += 1
    // the first that differs, or else the first that is not whole yet: what differs is below it
    place = { level: place.level, n: place.n * TILE_WIDTH + at }
    if (place.level === 0) break
  }
  const position = place.n
  if (position >= size) return undefined
  const theirs = await tilesFor(position, shown)
  return {
    position,
    kept: provenLeaf(position, kept.size, kept.tileAt),
    shown: provenLeaf(position, shown.size, theirs),
  }
}

function provenLeaf(position: number, size: number, tileAt: TileAt): ProvenLeaf {
  const tile = tileAt({ level: 0, n: Math.floor(position / TILE_WIDTH) })
  return { hash: hashAt(tile, position % TILE_WIDTH), path: inclusionPath(position, size, tileAt) }
}

/** The tiles that lead from a position to the root, fetched one after the other. */
async function tilesFor(position: number, { size, source }: { size: number; source: Pick<LogSource, 'tile'> }) {
  const tiles = new Map<string, Uint8Array>()
  for (const place of tilesOf([...inclusionLeaves(position, size), { from: position, to: position + 1 }]))
    tiles.set(`${place.level}/${place.n}`, await source.tile(place, size))
  return ({ level, n }: TilePlace) => tiles.get(`${level}/${n}`) ?? new Uint8Array()
}
