/** Open screens, in a process of their own: says when all streams are ready, and then, of each change, when each heard of it. */
import { get } from 'node:http'

type Asked = { url: string; each: number; headers: Record<string, string>[] }

/** Streams that are being opened at a time. */
const AT_ONCE = 20

let heard: number[] = []
let open = 0

process.on('message', (asked: Asked) => void listen(asked))
process.once('disconnect', () => process.exit())

async function listen({ url, each, headers }: Asked): Promise<void> {
  const waiting = headers.flatMap((one) => Array.from({ length: each }, () => one))
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await openStream(url, one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  process.send?.([])
}

/** Resolves when it is ready. */
function openStream(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The stream answered ${response.statusCode}.`))
      response.on('data', (piece: Buffer) => {
        const at = Number(process.hrtime.bigint()) / 1e6
        const text = piece.toString()
        if (text.includes('event: ready')) {
          open += 1
          resolve()
        }
        if (text.includes('"settings"')) hear(at)
      })
      response.on('end', () => {
        throw new Error('A stream has ended.')
      })
    }).on('error', reject)
  })
}

function hear(at: number): void {
  heard.push(at)
  if (heard.length < open) return
  process.send?.(heard)
  heard = []
}
