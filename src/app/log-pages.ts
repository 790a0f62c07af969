import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '#kit/database.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { cosignedCheckpoint, keyOfLog, readTile } from '#log/read-log.ts'
import { addressBehind, readForVisitor } from './visitors.ts'

/** What changes every minute, and what never does. */
const FOR_A_MOMENT = 'public, max-age=5'
const FOR_EVER = 'public, max-age=31536000, immutable'
const LINES = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'

/** The log for whoever checks it, as C2SP tlog-tiles names its parts: of nobody, for everybody, without a cookie. */
export function addLog(server: FastifyInstance, db: Database, witnesses: readonly LogWitness[]): void {
  const serve = async (
    request: FastifyRequest,
    reply: FastifyReply,
    what: { type: string; keep: string },
    read: (tx: Tx) => Promise<string | Uint8Array | undefined>,
  ) => {
    const found = await readForVisitor(db, addressBehind(request), read)
    reply.header('access-control-allow-origin', '*')
    if (found === undefined) return reply.code(404).type(LINES).send('There is no such part of the log.\n')
    const body = typeof found === 'string' ? found : Buffer.from(found)
    return reply.header('cache-control', what.keep).type(what.type).send(body)
  }
  const now = { type: LINES, keep: FOR_A_MOMENT }
  server.get('/log/checkpoint', (request, reply) => serve(request, reply, now, cosignedCheckpoint))
  server.get('/log/key', (request, reply) =>
    serve(request, reply, now, async (tx) => {
      const key = await keyOfLog(tx)
      return key && `${key}\n`
    }),
  )
  server.get('/log/witnesses', (request, reply) =>
    serve(request, reply, now, () => Promise.resolve(witnesses.map(({ key }) => `${key}\n`).join(''))),
  )
  server.get<{ Params: { '*': string } }>('/log/tile/*', (request, reply) =>
    serve(request, reply, { type: BYTES, keep: FOR_EVER }, (tx) => readTile(tx, request.params['*'])),
  )
}
