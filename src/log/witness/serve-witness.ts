/** A witness over HTTP: takes checkpoints, and shows what it has cosigned last of each log. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SECOND } from '#kit/clock.ts'
import { addCheckpoint, type Answer } from './add-checkpoint.ts'
import { originHash, type Witness } from './open-witness.ts'

/** Bytes: a proof of 63 lines and a checkpoint with 16 signatures are a quarter of it. */
const LARGEST = 32 * 1024
/** Milliseconds for a whole request. */
const PATIENCE = 10 * SECOND

type Reply = { status: number; type: string; body: string }
const said = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body })

/** Answers the port that it listens on. `log`: what went wrong within. */
export async function serveWitness(
  witness: Witness,
  at: { host: string; port: number },
  log: (error: unknown) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE }, (request, response) => {
    answerTo(witness, request)
      .catch((error: unknown) => {
        log(error)
        return said(500, 'Something went wrong here.\n')
      })
      .then((reply) => send(response, reply), log)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const bound = server.address()
  return { server, port: typeof bound === 'object' && bound !== null ? bound.port : at.port }
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function answerTo(witness: Witness, request: IncomingMessage): Promise<Answer | Reply> {
  const path = (request.url ?? '').split('?', 1)[0]
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return said(405, 'Checkpoints are handed in by POST.\n')
    const body = await readRequest(request)
    return body === undefined ? said(413, 'This is too much.\n') : await addCheckpoint(witness, body)
  }
  const log = [...witness.logs.values()].find(({ origin }) => path === `/${originHash(origin)}/checkpoint`)
  const note = log?.kept.head()?.note
  return note === undefined ? said(404, 'There is nothing here.\n') : said(200, note)
}

async function readRequest(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
  }
  return size > LARGEST ? undefined : Buffer.concat(chunks).toString('utf8')
}
