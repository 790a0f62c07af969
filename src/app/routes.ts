import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { atGateWith, type GateRequest, passGate, passGateReading } from '#identity/gate.ts'
import { wireName } from '#identity/cookies.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ActorOf, CallContext, ReadAtGate, SetCookie, Upload } from '#kit/routes.ts'
import { readTransaction, readTransactionPrepared } from '#kit/transaction.ts'
import { eachTakingTurns } from '#kit/turns.ts'
import type { Call, FileAnswer } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { contract } from './contract.ts'
import { CallFailed } from './errors.ts'
import { inputReader } from './read-input.ts'
import { readUpload, readUploads } from './read-upload.ts'
import { headerOf, requestFacts } from './request-facts.ts'
import type { Traces } from './traces.ts'
import { strictCheckOf } from './validate.ts'
import { readForVisitor } from './visitors.ts'
import { noteWhoAsked } from './who-asked.ts'
import { type Hashed, isLeaving, type WriteState, writesOf } from './writes.ts'

/**
 * What a browser forgets with a session: files that it has kept, and pages that *Back* would bring up as they were. Not
 * its cookies: that reaches every host of the same site. Not its storage: what is of the session goes out of it by name,
 * also without a connection, and the theme, the app on the home screen and its offline page are the device's own.
 */
const CLEARED = '"cache"'
/** Calls of one person that take long, under way at a time: half of the connections that screens read by. */
const LONG_AT_ONCE = 2
/** Of these, how many of one person wait: a hundred calls at once are ordinary use, and their screens ask besides. */
const MOST_LONG = 200

/** A route of any slice, as the server sees it; the slices' own types are checked where they are put together. */
export type AnyRoute = ((context: CallContext<Call>) => Promise<unknown>) & Partial<ReadAtGate>

export type RouteHouse = {
  db: Database
  clock: Clock
  appUrl: string
  adminSecondFactor: Settings['adminSecondFactor']
  investorSecondFactor: Settings['investorSecondFactor']
  /** replies are held against the contract, strictly */
  checkReplies: boolean
  /** refuses what moves money while the clock is wrong */
  refuseMoney(): void
  /** something was committed: wake the deliverers of mail and events */
  committed(): void
  traces: Traces
  /** milliseconds in which a file must have come in whole; a minute unless said otherwise */
  uploadPatience?: number
}

/** Puts every call of the contract onto the server: gate, input, transaction, reply. */
export function addRoutes(
  server: FastifyInstance,
  house: RouteHouse,
  routes: Readonly<Record<string, AnyRoute>>,
): void {
  const ownTurn = eachTakingTurns(LONG_AT_ONCE, MOST_LONG)
  for (const [key, call] of Object.entries<Call>(contract)) {
    if (call.raw === 'event-stream') continue
    const route = routes[key]
    if (route === undefined) throw new Error(`the contract names ${key}, but no slice has a route for it`)
    const own = call.takesLong === true ? inOwnTurn(ownTurn, route) : route
    if (call.raw === 'bytes') addUnread(server, (unread) => addRoute(unread, house, key, call, own))
    else addRoute(server, house, key, call, own)
  }
}

/** A part of the server in which no body is read, whatever it says it is. */
function addUnread(server: FastifyInstance, add: (unread: FastifyInstance) => void): void {
  void server.register((unread, _options, done) => {
    unread.removeAllContentTypeParsers()
    unread.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, read) => read(null, body))
    add(unread)
    done()
  })
}

function inOwnTurn(ownTurn: ReturnType<typeof eachTakingTurns>, route: AnyRoute): AnyRoute {
  return (context) => {
    const { actor } = context
    return actor !== undefined && 'userId' in actor ? ownTurn(() => route(context), actor.userId) : route(context)
  }
}

function addRoute(server: FastifyInstance, house: RouteHouse, key: string, call: Call, route: AnyRoute): void {
  const { method, path } = splitKey(key)
  const pass = gateOf(house, call, route)
  const readInput = inputReader(call)
  const checkReply = house.checkReplies ? strictCheckOf(call.reply) : undefined
  server.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const facts = requestFacts(request, house.appUrl)
      const given = headerOf(request, 'idempotency-key')
      // What carries a key may have been sent, and done, before.
      const untouched = method === 'POST' && given === undefined ? 'nothing was changed' : undefined
      const unattended = headerOf(request, 'x-unattended') !== undefined
      const asked = { ...facts, method, xsrf: headerOf(request, 'x-xsrf-token'), unattended }
      const { actor, fetched } = await pass(asked).catch(async (error: unknown) => {
        await house.traces.failed(key, undefined, error)
        return fail(error, untouched)
      })
      noteWhoAsked(request, actor)
      if (call.movesMoney === true) house.refuseMoney()
      const body = readInput(request)

      // The calls of those who are signed in change what they change in one transaction; the others in several.
      const isUser = actor !== undefined && 'userId' in actor
      const state: WriteState = { committed: false, known: isUser ? untouched : undefined, uploaded: undefined }
      const context: CallContext<Call> = {
        actor,
        params: request.params as CallContext<Call>['params'],
        query: request.query as CallContext<Call>['query'],
        body: body as CallContext<Call>['body'],
        request: facts,
        fetched,
        read: (read) => (isUser ? readTransaction(house.db, read) : readForVisitor(house.db, facts.address, read)),
        readOften: (read) => readTransactionPrepared(house.db, read),
        ...writesOf(house, { key, call, actor: isUser ? actor : undefined, body, request, reply }, state),
        setCookie: (cookie) => setCookie(reply, cookie, house.appUrl),
        sent: () => ({ bytes: body instanceof Uint8Array ? body : new Uint8Array(), headers: request.headers }),
        ...uploadsOf(request, house.uploadPatience, (hashed) => (state.uploaded = hashed)),
      }
      try {
        // Before it is answered: who has the answer sees what it has changed.
        const done = await route(context).finally(() => state.committed && house.committed())
        if (isUser && isLeaving(call, actor, request.params)) reply.header('clear-site-data', CLEARED)
        // An administrator's lists write down themselves what was asked for.
        if (isUser && call.raw === 'file' && call.who === 'investor') await house.traces.fileTaken(key, actor)
        return await answer(reply, call, checkReply, done)
      } catch (error) {
        await house.traces.failed(key, actor, error)
        return fail(error, state.known)
      }
    },
  })
}

/** How a route reads the files of a request; `took` is told what they were, as a hash. */
function uploadsOf(
  request: FastifyRequest,
  patience: number | undefined,
  took: (hashed: Hashed | undefined) => void,
): Pick<CallContext<Call>, 'upload' | 'uploads'> {
  return {
    upload: async () => {
      const upload = await readUpload(request, patience)
      took(upload && hashOf([upload]))
      return upload
    },
    uploads: async (taken) => {
      const uploads = await readUploads(request, taken, patience)
      took(hashOf(uploads))
      return uploads
    },
  }
}

function hashOf(uploads: readonly Upload[]): Hashed {
  const hash = createHash('sha256')
  for (const { bytes } of uploads) hash.update(createHash('sha256').update(bytes).digest())
  return { field: uploads.map(({ field }) => field).join(), hash: hash.digest('hex') }
}

/** The gate before a route, which reads what that asks of its actor. */
function gateOf(
  house: RouteHouse,
  call: Call,
  { own }: AnyRoute,
): (request: GateRequest) => Promise<{ actor: ActorOf<Call>; fetched?: unknown }> {
  if (own === undefined) return async (request) => ({ actor: await passGate(house, call, request) })
  const { who } = call
  if (who !== 'investor') throw new Error('what is read at the gate is of whoever has signed in')
  const statement = atGateWith(own)
  return (request) => passGateReading(house, { ...call, who }, request, statement)
}

function fail(error: unknown, known: CallFailed['known']): never {
  throw error instanceof Refusal ? error : new CallFailed(known, error)
}

function answer(
  reply: FastifyReply,
  call: Call,
  check: ((value: unknown) => void) | undefined,
  body: unknown,
): unknown {
  if (call.raw === 'image') {
    if (!(body instanceof Uint8Array)) throw new Error('an image route answers bytes')
    const tag = createHash('sha256').update(body).digest('base64url')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', `"${tag}"`)
      .type('image/webp')
      .send(Buffer.from(body))
  }
  if (call.raw === 'file') {
    const file = body as FileAnswer
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type(file.type)
      .send(file.bytes instanceof Uint8Array ? Buffer.from(file.bytes) : Readable.from(file.bytes))
  }
  check?.(body)
  reply.header('cache-control', 'no-store')
  if (call.reply === MayWaitReply && (body as Static<typeof MayWaitReply>).approval_id !== undefined) reply.code(202)
  if (body === null) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** `'POST /api/x/:id'` in its two parts. */
export function splitKey(key: string): { method: 'GET' | 'POST'; path: string } {
  const [method, path] = key.split(' ')
  if ((method !== 'GET' && method !== 'POST') || path === undefined) throw new Error(`${key} is not a call`)
  return { method, path }
}

function setCookie(reply: FastifyReply, cookie: SetCookie, appUrl: string): void {
  const options = {
    path: '/',
    sameSite: 'strict',
    httpOnly: cookie.httpOnly,
    secure: appUrl.startsWith('https:'),
  } as const
  const name = wireName(cookie.name, appUrl)
  if (cookie.value === null) reply.clearCookie(name, options)
  else
    reply.setCookie(name, cookie.value, {
      ...options,
      ...(cookie.maxAgeSeconds === undefined ? {} : { maxAge: cookie.maxAgeSeconds }),
    })
}
