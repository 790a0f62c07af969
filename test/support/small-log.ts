import { createServer } from 'node:http'
import { grownTiles, leafHash, rootOf, type TileAt } from '#log/merkle.ts'
import { signNote, type Signer } from '#log/note.ts'
import { readTileName, TILE_WIDTH } from '#log/tile-rules.ts'
import { textOfTreeHead } from '#log/verify-note-rules.ts'

/** A log of these entries, with its tiles, that signs what it is told to. */
export function logOf(signer: Signer, entries: readonly string[]) {
  const tiles = new Map<string, Uint8Array>()
  const tileAt: TileAt = ({ level, n }) => tiles.get(`${level}/${n}`) ?? new Uint8Array()
  let size = 0
  const add = (more: readonly string[]) => {
    const hashes = more.map((entry) => leafHash(Buffer.from(entry)))
    for (const { level, n, hashes: grown } of grownTiles(size, hashes, tileAt)) tiles.set(`${level}/${n}`, grown)
    size += more.length
  }
  add(entries)
  const note = (at = size) =>
    signNote(textOfTreeHead({ origin: signer.name, size: at, root: rootOf(at, tileAt) }), signer)
  return { add, note, tileAt, size: () => size, root: (at = size) => rootOf(at, tileAt) }
}
export type SmallLog = ReturnType<typeof logOf>

/** Serves whatever log it is told to show, as a house does. */
export async function showLog(first: SmallLog, key: string) {
  let shown = { log: first, at: first.size() }
  const asked: string[] = []
  const answer = async (path: string) => {
    if (path === '/log/key') return Buffer.from(`${key}\n`)
    if (path === '/log/checkpoint') return Buffer.from(await shown.log.note(shown.at))
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
