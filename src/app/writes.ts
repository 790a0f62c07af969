import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passGateAgain } from '#identity/gate.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { inTheEnd } from '#kit/pipeline.ts'
import type { CallContext } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import type { Call } from '#kit/wire.ts'
import type { CallFailed } from './errors.ts'
import { once, orAnswered, readIdempotencyKey } from './idempotency.ts'

/** The files of a request, as a key stands for them. */
export type Hashed = { field: string; hash: string }

/** How far a request has come. */
export type WriteState = {
  committed: boolean
  known: CallFailed['known']
  /** what was uploaded is part of what a key stands for, as the body is */
  uploaded: Hashed | undefined
}
type Asked = {
  key: string
  call: Call
  /** undefined for who is not signed in, whose keys stand for nothing */
  actor: Investor | Administrator | undefined
  body: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** How a route writes: once for each key that somebody who is signed in sends. */
export function writesOf(
  { db }: { db: Database },
  { key: route, call, actor, body, request, reply }: Asked,
  state: WriteState,
): Pick<CallContext<Call>, 'write' | 'orAnswered' | 'writeUnkept'> {
  const given = () => readIdempotencyKey(request.headers['idempotency-key'])
  const under = (scope: string, key: string) => {
    const { uploaded } = state
    return { scope, route, key, input: [request.params, body, ...(uploaded === undefined ? [] : [uploaded])] }
  }
  const seen = (what: 'a new key' | 'a kept answer') => {
    state.known = what === 'a new key' ? 'nothing was changed' : 'it was done'
    const key = given()
    // Tells who sent the key that this answer stands under it.
    if (what === 'a kept answer' && key !== undefined) reply.header('idempotency-key', key)
  }
  return {
    write: async (verb) => {
      state.committed = true
      if (actor === undefined) return transaction(db, verb)
      const keyed = under(actor.userId, given() ?? `request/${randomUUID()}`)
      return once(db, keyed, thenAtTheGate(verb, call, actor, request.params), seen)
    },
    orAnswered: async (work) => {
      const key = given()
      if (actor === undefined || key === undefined) return work()
      const told = { answered: () => seen('a kept answer'), isBegun: () => state.committed }
      return orAnswered(db, under(actor.userId, key), work, told)
    },
    writeUnkept: async (verb) => {
      state.committed = true
      return transaction(db, actor === undefined ? verb : thenAtTheGate(verb, call, actor, request.params))
    },
  }
}

/** What somebody does who is signed in, and then whether they may do it still. */
function thenAtTheGate(
  verb: (tx: Tx) => Promise<unknown>,
  call: Call,
  actor: Investor | Administrator,
  params: unknown,
) {
  const leaving = isLeaving(call, actor, params)
  return async (tx: Tx) => {
    const done = await verb(tx)
    await inTheEnd(tx, () => passGateAgain(tx, actor, { leaving }))
    return done
  }
}

/** Whether the call ends the session that it comes in. */
export function isLeaving(call: Call, actor: Investor | Administrator, params: unknown): boolean {
  const { id = actor.userId } = params as { id?: string }
  return call.endsSession === true && id === actor.userId
}
