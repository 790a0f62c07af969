import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { passGate } from '#identity/gate.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { serveEvents } from '#notifications/events.ts'
import type { Relay } from '#notifications/relay.ts'
import { contract } from './contract.ts'
import { factsOf } from './routes.ts'

/** Milliseconds that a reader has to take the last of its stream. */
const READERS_PATIENCE = 2000

/** The stream of server-sent events: what changed, to be fetched again. Open until the browser goes or the server closes. */
export function addEvents(server: FastifyInstance, house: { db: Database; clock: Clock; relay: Relay }): void {
  const open = new Set<ServerResponse>()
  server.addHook('preClose', async () => {
    for (const raw of open) endSoon(raw)
  })
  server.get('/api/events', async (request, reply) => {
    const call = contract['GET /api/events']
    const asker = await passGate(house, call, { ...factsOf(request), method: 'GET', xsrf: undefined })
    reply.hijack()
    const { raw } = reply
    // Gone while the gate looked: nothing would ever say so again.
    if (raw.socket?.destroyed !== false) return
    open.add(raw)
    raw.on('close', () => open.delete(raw))
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    serveEvents(house.relay, asker, {
      // Ended already where the server closes.
      write: (text) => raw.writableEnded || raw.write(text),
      end: () => endSoon(raw),
      onClose: (closed) => raw.on('close', closed),
    })
  })
}

/** Ends a stream as it should end, and cuts it off where its reader does not read. */
function endSoon(raw: ServerResponse): void {
  raw.end()
  const cut = setTimeout(() => raw.destroy(), READERS_PATIENCE)
  raw.once('close', () => clearTimeout(cut))
}
