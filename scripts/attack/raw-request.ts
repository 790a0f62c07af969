/** Requests as bytes, for what no client would send: broken lines, paths that nobody tidies, bodies that drip. */
import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; body: string }

const LIMIT = 15_000

/** Sends these bytes over a line of their own and answers what came back; status 0 where the line was closed without a word. */
export function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const line = connect(Number(port), hostname)
    line.setTimeout(LIMIT, () => line.destroy(new Error(`no answer within ${LIMIT / 1000} s`)))
    line.on('data', (part) => void parts.push(Buffer.from(part)))
    line.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(answerIn(Buffer.concat(parts)))
      else reject(error)
    })
    line.on('close', () => resolve(answerIn(Buffer.concat(parts))))
    line.write(bytes)
  })
}

/** Lines of a request, as they stand; `close` so that the answer has an end. */
export function requestLines(first: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length = body === '' || 'content-length' in headers ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return [first, ...lines, ...length, '', body].join('\r\n')
}

function answerIn(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const head = end === -1 ? text : text.slice(0, end)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: end === -1 ? '' : text.slice(end + 4),
  }
}
