import type { Tx } from '#kit/database.ts'
import type { TileAt } from './merkle.ts'
import { selectTiles } from './store.ts'
import type { TilePlace } from './tile-rules.ts'

/** These tiles, for whatever is computed from them. */
export async function readTiles(tx: Tx, places: readonly TilePlace[]): Promise<TileAt> {
  const tiles = new Map((await selectTiles(tx, places)).map(({ level, n, hashes }) => [`${level}/${n}`, hashes]))
  return ({ level, n }) => {
    const tile = tiles.get(`${level}/${n}`)
    if (tile === undefined) throw new Error(`the log has no tile ${level}/${n}`)
    return tile
  }
}
