import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { atGateWith, type GateRequest, passGate, passGateAgain, passGateReading } from '#identity/gate.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { inTheEnd } from '#kit/pipeline.ts'
import { Refusal, refuse } from '#kit/refusal.ts'
import type { ActorOf, CallContext, ReadAtGate, RequestFacts, SetCookie } from '#kit/routes.ts'
import { readTransaction, readTransactionPrepared, transaction } from '#kit/transaction.ts'
import { eachTakingTurns } from '#kit/turns.ts'
import type { Call, FileAnswer } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { contract } from './contract.ts'
import { CallFailed } from './errors.ts'
import { once, readIdempotencyKey } from './idempotency.ts'
import { readUpload } from './read-upload.ts'
import { checkOf, strictCheckOf } from './validate.ts'
import { addressBehind, readForVisitor } from './visitors.ts'

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
  /** replies are held against the contract, strictly */
  checkReplies: boolean
  /** refuses what moves money while the clock is wrong */
  refuseMoney(): void
  /** something was committed: wake the deliverers of mail and events */
  committed(): void
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
    addRoute(server, house, key, call, call.takesLong === true ? inOwnTurn(ownTurn, route) : route)
  }
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
  const checks = {
    params: call.params && checkOf(call.params),
    query: call.query && checkOf(call.query),
    body: call.body && checkOf(call.body),
    reply: house.checkReplies ? strictCheckOf(call.reply) : undefined,
  }
  server.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const facts = requestFacts(request)
      const given = headerOf(request, 'idempotency-key')
      // What carries a key may have been sent, and done, before.
      const untouched = method === 'POST' && given === undefined ? 'nothing was changed' : undefined
      const asked = { ...facts, method, xsrf: headerOf(request, 'x-xsrf-token') }
      const { actor, fetched } = await pass(asked).catch((error: unknown) => fail(error, untouched))
      if (call.movesMoney === true) house.refuseMoney()
      checkParams(checks.params, request.params)
      if (checks.query) checks.query(request.query)
      else refuseInput(request.query)
      const body: unknown = request.body === undefined ? {} : request.body
      if (checks.body) checks.body(body)
      else if (call.raw !== 'multipart') refuseInput(body)

      let committed = false
      // The calls of those who are signed in change what they change in one transaction; the others in several.
      const isUser = actor !== undefined && 'userId' in actor
      let known: CallFailed['known'] = isUser ? untouched : undefined
      // What was uploaded is part of what a key stands for, as the body is.
      let uploaded: { field: string; hash: string } | undefined
      const context: CallContext<Call> = {
        actor,
        params: request.params as CallContext<Call>['params'],
        query: request.query as CallContext<Call>['query'],
        body: body as CallContext<Call>['body'],
        request: facts,
        fetched,
        read: (read) => (isUser ? readTransaction(house.db, read) : readForVisitor(house.db, facts.address, read)),
        readOften: (read) => readTransactionPrepared(house.db, read),
        write: async (verb) => {
          committed = true
          if (!isUser) return transaction(house.db, verb)
          const ownKey = readIdempotencyKey(request.headers['idempotency-key']) ?? `request/${randomUUID()}`
          const input = [request.params, body, ...(uploaded === undefined ? [] : [uploaded])]
          const keyed = { scope: actor.userId, route: key, key: ownKey, input }
          return once(house.db, keyed, thenAtTheGate(verb, call, actor, request.params), (seen) => {
            known = seen === 'a new key' ? 'nothing was changed' : 'it was done'
            // Tells who sent the key that this answer stands under it.
            if (seen === 'a kept answer' && given !== undefined) reply.header('idempotency-key', given)
          })
        },
        setCookie: (cookie) => setCookie(reply, cookie, house.appUrl),
        upload: async () => {
          const upload = await readUpload(request, house.uploadPatience)
          uploaded = upload && { field: upload.field, hash: createHash('sha256').update(upload.bytes).digest('hex') }
          return upload
        },
      }
      try {
        // Before it is answered: who has the answer sees what it has changed.
        const done = await route(context).finally(() => committed && house.committed())
        return await answer(reply, call, checks.reply, done)
      } catch (error) {
        return fail(error, known)
      }
    },
  })
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

/** What somebody does who is signed in, and then whether they may do it still. */
function thenAtTheGate(
  verb: (tx: Tx) => Promise<unknown>,
  call: Call,
  actor: Investor | Administrator,
  params: unknown,
) {
  const { id = actor.userId } = params as { id?: string }
  const leaving = call.endsSession === true && id === actor.userId
  return async (tx: Tx) => {
    const done = await verb(tx)
    await inTheEnd(tx, () => passGateAgain(tx, actor, { leaving }))
    return done
  }
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

/** What a gate may look at. */
export function requestFacts(request: FastifyRequest): RequestFacts {
  const authorization = headerOf(request, 'authorization')
  const bearer = authorization === undefined ? undefined : /^Bearer ([\w.~+/=-]{1,300})$/i.exec(authorization)?.[1]
  return {
    address: addressBehind(request),
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    cookies: request.cookies,
    bearer,
  }
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** A path that names nothing possible is a record that does not exist. */
function checkParams(check: ((value: unknown) => void) | undefined, params: unknown): void {
  try {
    check?.(params)
  } catch (error) {
    if (error instanceof Refusal) refuse('not found', 'There is no such record.')
    throw error
  }
}

/** A call without fields takes none. */
function refuseInput(input: unknown): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    refuse('bad input', 'This call takes no input.')
  }
  const fields = Object.keys(input)
  if (fields.length > 0) {
    refuse('bad input', `This call takes no fields: leave out ${fields.slice(0, 5).join(', ')}.`, {
      ...Object.fromEntries(fields.slice(0, 20).map((field) => [field, ['This call has no such field.']])),
    })
  }
}

function setCookie(reply: FastifyReply, cookie: SetCookie, appUrl: string): void {
  const options = {
    path: '/',
    sameSite: 'strict',
    httpOnly: cookie.httpOnly,
    secure: appUrl.startsWith('https:'),
  } as const
  if (cookie.value === null) reply.clearCookie(cookie.name, options)
  else
    reply.setCookie(cookie.name, cookie.value, {
      ...options,
      ...(cookie.maxAgeSeconds === undefined ? {} : { maxAge: cookie.maxAgeSeconds }),
    })
}
