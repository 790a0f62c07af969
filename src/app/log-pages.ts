import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '#kit/database.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { openAnnouncement } from '#log/open-announcement.ts'
import { cosignedCheckpoint, keyOfLog, readTile } from '#log/read-log.ts'
import { settingsNow } from '#settings/read.ts'
import { addressBehind, readForVisitor } from './visitors.ts'

/** What changes every minute, and what never does. */
const FOR_A_MOMENT = 'public, max-age=5'
const FOR_EVER = 'public, max-age=31536000, immutable'
const LINES = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Positions as `/log/announcement/` names them. */
const POSITION = /^(0|[1-9]\d{0,14})$/

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
  server.get<{ Params: { position: string } }>('/log/announcement/:position', async (request, reply) => {
    const { position } = request.params
    const found = await readForVisitor(db, addressBehind(request), async (tx) =>
      POSITION.test(position)
        ? openAnnouncement(tx, Number(position), async () => {
            const { publicBooks } = await settingsNow(tx, { publicBooks: true })
            return publicBooks
          })
        : undefined,
    )
    reply.header('access-control-allow-origin', '*')
    if (found === undefined)
      return reply.code(404).type(LINES).send('Nothing was announced there, or not to everybody.\n')
    if (found === 'hidden') return reply.code(403).type(LINES).send('The books are not shown to strangers.\n')
    return reply.header('cache-control', FOR_A_MOMENT).type(JSON_TYPE).send(JSON.stringify(found))
  })
  server.get<{ Params: { '*': string } }>('/log/tile/*', (request, reply) =>
    serve(request, reply, { type: BYTES, keep: FOR_EVER }, (tx) => readTile(tx, request.params['*'])),
  )
}
