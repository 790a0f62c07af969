import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { passGateToStay, sessionEndNow } from '#identity/gate.ts'
import { type Clock, SECOND } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { END_EVENT, ENDED_ID, serveEvents } from '#notifications/events.ts'
import { enterStream, leaveStream, stateOfStream } from '#notifications/open-streams.ts'
import type { Relay } from '#notifications/relay.ts'
import { contract } from './contract.ts'
import { requestFacts, headerOf } from './request-facts.ts'

/** Milliseconds that a reader has to take the last of its stream. */
const READERS_PATIENCE = 2000
/** Milliseconds between two looks at whether a session has run out. */
const LOOK = SECOND
/** The last moment that there is. */
const NEVER = new Date(8.64e15)

type EventsHouse = {
  db: Database
  clock: Clock
  relay: Relay
  appUrl: string
  adminSecondFactor: Settings['adminSecondFactor']
  investorSecondFactor: Settings['investorSecondFactor']
}

/**
 * The stream of server-sent events: what changed, to be fetched again. Open until the browser goes, the server closes,
 * the session ends at whichever process, or the same user has opened five newer ones.
 */
export function addEvents(server: FastifyInstance, house: EventsHouse): void {
  const { db, clock, relay } = house
  /** By reply, its session, and when that runs out as far as is known: somebody may have been there since. */
  const open = new Map<ServerResponse, { id: string; endsAt: Date }>()
  const endExpired = setInterval(() => {
    for (const [raw, session] of open) if (session.endsAt <= clock.now()) void lookAtSession(raw, session)
  }, LOOK)
  const lookAtSession = async (raw: ServerResponse, session: { id: string; endsAt: Date }) => {
    // one look at a time; where the database cannot say, the browser comes back and is looked at by the gate
    open.set(raw, { ...session, endsAt: NEVER })
    const endsAt = await sessionEndNow(house, session.id).catch(() => null)
    if (endsAt === null) endSoon(raw)
    else if (open.has(raw)) open.set(raw, { ...session, endsAt })
  }
  server.addHook('preClose', async () => {
    clearInterval(endExpired)
    for (const raw of open.keys()) endSoon(raw)
  })
  server.get('/api/events', async (request, reply) => {
    const call = contract['GET /api/events']
    const { actor, session } = await passGateToStay(house, call, {
      ...requestFacts(request, house.appUrl),
      method: 'GET',
      xsrf: undefined,
    })
    // A browser that comes back on its own after it was told not to.
    if (headerOf(request, 'last-event-id') === ENDED_ID) return reply.code(204).send()
    const stream = { id: newId(), userId: actor.userId, sessionId: session.id, cookieHash: session.cookieHash }
    await enterStream(db, stream)
    relay.wake()
    reply.hijack()
    const { raw } = reply
    const leave = () => void leaveStream(db, stream.id).catch(() => {})
    // Gone while the gate looked: nothing would ever say so again.
    const { socket } = raw
    if (socket?.destroyed !== false) return leave()
    open.set(raw, session)
    raw.on('close', () => {
      open.delete(raw)
      leave()
    })
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    raw.flushHeaders()
    // A proxy of HTTP/1.0 reads what comes until the line is closed.
    const isChunked = request.raw.httpVersionMinor === 1
    const write = (text: string) => (isChunked ? socket.write(chunkOf(text)) : raw.write(text))
    const lookAgain = async () => {
      // Where that cannot be known, the browser comes back and is looked at by the gate.
      const state = await stateOfStream(db, stream.id).catch(() => 'not known' as const)
      if (state === 'open' || raw.writableEnded) return
      if (state === 'one too many') write(END_EVENT)
      endSoon(raw)
    }
    serveEvents(relay, actor, {
      // Ended already where the server closes.
      write: (text) => raw.writableEnded || write(text),
      end: () => endSoon(raw),
      onClose: (closed) => raw.on('close', closed),
      lookAgain: () => void lookAgain(),
    })
  })
}

let newest = { text: '', chunk: Buffer.alloc(0) }

/**
 * A text as a chunk (RFC 9112 §7.1): what thousands of streams are told at once is put together once, and goes to each
 * by one plain write.
 */
function chunkOf(text: string): Buffer {
  if (text !== newest.text) {
    const length = Buffer.byteLength(text).toString(16)
    newest = { text, chunk: Buffer.from(`${length}\r\n${text}\r\n`) }
  }
  return newest.chunk
}

/** Ends a stream as it should end, and cuts it off where its reader does not read. */
function endSoon(raw: ServerResponse): void {
  if (raw.writableEnded) return
  raw.end()
  const cut = setTimeout(() => raw.destroy(), READERS_PATIENCE)
  raw.once('close', () => clearTimeout(cut))
}
