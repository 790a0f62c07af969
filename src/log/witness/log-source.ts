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
  /** the entries whose hashes are in the n-th tile of a tree of this size */
  entries(n: number, size: number): Promise<Uint8Array[]>
  /** what the house opens of what it has said at a position; undefined where it does not, 'hidden' where it shows no books */
  announcement(position: number): Promise<{ text: string; salt: string } | 'hidden' | undefined>
}

/** Milliseconds for one answer. */
const PATIENCE = 20 * SECOND
/** Bytes of a full tile of entries; a checkpoint with all its cosignatures is smaller. */
const LARGEST = TILE_WIDTH * (HASH_LENGTH + 32)

/** `house`: the address of the app. Throws a sentence where it does not answer, or with something else. */
export function logSource(house: string): LogSource {
  const ask = async (path: string) => {
    const address = `${house.replace(/\/+$/, '')}/log/${path}`
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    return { address, status: response.status, body: await readBody(response, LARGEST) }
  }
  const read = async (path: string) => {
    const { address, status, body } = await ask(path)
    if (status !== 200) throw new Error(`${address} answered ${status}.`)
    return body
  }
  // a tile that has become full since need not be there at its old width
  const readWide = (name: string, width: number) =>
    width === TILE_WIDTH ? read(name) : read(`${name}.p/${width}`).catch(() => read(name))
  const asText = async (path: string) => (await read(path)).toString('utf8')
  return {
    checkpoint: () => asText('checkpoint'),
    verifierKey: async () => (await asText('key')).trim(),
    async tile(place, size) {
      const [width, name] = [tileWidth(place, size), `tile/${place.level}/${tileName(place.n)}`]
      const bytes = await readWide(name, width)
      if (bytes.length < width * HASH_LENGTH) throw new Error(`the tile ${name} is too short.`)
      return bytes.subarray(0, width * HASH_LENGTH)
    },
    async entries(n, size) {
      const [width, name] = [tileWidth({ level: 0, n }, size), `tile/entries/${tileName(n)}`]
      const entries = entriesIn(await readWide(name, width))
      if (entries.length < width) throw new Error(`the tile ${name} is too short.`)
      return entries.slice(0, width)
    },
    async announcement(position) {
      const { address, status, body } = await ask(`announcement/${position}`)
      if (status === 404) return undefined
      if (status === 403) return 'hidden'
      if (status !== 200) throw new Error(`${address} answered ${status}.`)
      const said: { text?: unknown; salt?: unknown } = JSON.parse(body.toString('utf8'))
      return { text: String(said.text), salt: String(said.salt) }
    },
  }
}

/** Each stands behind its length, two bytes. Throws where the last is cut. */
function entriesIn(bytes: Buffer): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at)
    if (end > bytes.length) throw new Error('an entry of the log is cut.')
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  return entries
}
