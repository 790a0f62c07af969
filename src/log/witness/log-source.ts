/** A log as everybody can read it: its last checkpoint and its tiles (C2SP tlog-tiles), over HTTP. */
import { SECOND } from '#kit/clock.ts'
import { readBody } from '../read-body.ts'
import { HASH_LENGTH } from '../hash.ts'
import { TILE_WIDTH, tileName, type TilePlace, tileWidth } from '../tile-rules.ts'

export type LogSource = {
  checkpoint(): Promise<string>
  verifierKey(): Promise<string>
  /** as it stands in a tree of this size */
  tile(place: TilePlace, size: number): Promise<Uint8Array>
}

/** Milliseconds for one answer. */
const PATIENCE = 20 * SECOND
/** Bytes of a full tile; a checkpoint with all its cosignatures is smaller. */
const LARGEST = TILE_WIDTH * HASH_LENGTH

/** `house`: the address of the app. Throws a sentence where it does not answer, or with something else. */
export function logSource(house: string): LogSource {
  const read = async (path: string) => {
    const address = `${house.replace(/\/+$/, '')}/log/${path}`
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    const body = await readBody(response, LARGEST)
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return body
  }
  const asText = async (path: string) => (await read(path)).toString('utf8')
  return {
    checkpoint: () => asText('checkpoint'),
    verifierKey: async () => (await asText('key')).trim(),
    async tile(place, size) {
      const [width, name] = [tileWidth(place, size), `tile/${place.level}/${tileName(place.n)}`]
      // a tile that has become full since need not be there at its old width
      const bytes = width === TILE_WIDTH ? await read(name) : await read(`${name}.p/${width}`).catch(() => read(name))
      if (bytes.length < width * HASH_LENGTH) throw new Error(`the tile ${name} is too short.`)
      return bytes.subarray(0, width * HASH_LENGTH)
    },
  }
}
