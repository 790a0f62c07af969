import { createServer } from 'node:http'
import { grownTiles, leafHash, rootOf, type TileAt } from '#log/merkle.ts'
import { signNote, type Signer } from '#log/note.ts'
import { readTileName, TILE_WIDTH } from '#log/tile-rules.ts'
import { textOfTreeHead } from '#log/verify-note-rules.ts'

/** A log of these entries, with its tiles, that signs what it is told to. */
export function logOf(signer: Signer, entries: readonly (string | Uint8Array)[]) {
  const tiles = new Map<string, Uint8Array>()
  const all: Buffer[] = []
  const tileAt: TileAt = ({ level, n }) => tiles.get(`${level}/${n}`) ?? new Uint8Array()
  let size = 0
  const add = (more: readonly (string | Uint8Array)[]) => {
    const bytes = more.map((entry) => (typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(entry)))
    all.push(...bytes)
    const hashes = bytes.map(leafHash)
    for (const { level, n, hashes: grown } of grownTiles(size, hashes, tileAt)) tiles.set(`${level}/${n}`, grown)
    size += more.length
  }
  add(entries)
  const note = (at = size) =>
    signNote(textOfTreeHead({ origin: signer.name, size: at, root: rootOf(at, tileAt) }), signer)
  const entriesAt = (n: number, width: number) =>
    Buffer.concat(
      all.slice(n * TILE_WIDTH, n * TILE_WIDTH + width).flatMap((entry) => [Buffer.of(0, entry.length), entry]),
    )
  return { add, note, tileAt, entriesAt, size: () => size, root: (at = size) => rootOf(at, tileAt) }
}
export type SmallLog = ReturnType<typeof logOf>

/** Serves whatever log it is told to show, and what is opened of it by position, as a house does. */
export async function showLog(first: SmallLog, key: string, opened: Record<number, object> = {}) {
  let shown = { log: first, at: first.size() }
  const asked: string[] = []
  const answer = async (path: string) => {
    if (path === '/log/key') return Buffer.from(`${key}\n`)
    if (path === '/log/checkpoint') return Buffer.from(await shown.log.note(shown.at))
    const [, position = ''] = /^\/log\/announcement\/(\d+)$/.exec(path) ?? []
    if (position in opened) return Buffer.from(JSON.stringify(opened[Number(position)]))
    const [, ofEntries] = /^\/log\/tile\/entries\/(.+)$/.exec(path) ?? []
    const place = ofEntries === undefined ? undefined : readTileName(ofEntries)
    if (place !== undefined) return shown.log.entriesAt(place.n, place.width)
    const [, level = '', name = ''] = /^\/log\/tile\/(\d+)\/(.+)$/.exec(path) ?? []
    const { n, width } = readTileName(name) ?? { n: 0, width: 0 }
    const tile = shown.log.tileAt({ level: Number(level), n }).slice(0, width * 32)
    return tile.length === width * 32 && width <= TILE_WIDTH && width > 0 ? tile : undefined
  }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    void answer(request.url ?? '').then((body) => response.writeHead(body === undefined ? 404 : 200).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    asked,
    show: (log: SmallLog, at = log.size()) => {
      shown = { log, at }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
