import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, REFUSAL_STATUS } from '#kit/refusal.ts'
import { OutcomeUnknown } from '#kit/transaction.ts'
import { isLocked, isLostConnection } from '#kit/try-again.ts'

/** Seconds after which it makes sense to send again what could not be done, or is not known to be. */
const SOON = 2

/** A call has failed, and this much is known of what it was to change. */
export class CallFailed extends Error {
  readonly known: 'nothing was changed' | 'it was done' | undefined

  constructor(known: CallFailed['known'], cause: unknown) {
    super('a call has failed', { cause })
    this.name = 'CallFailed'
    this.known = known
  }
}

/**
 * Turns what a route throws into the wire's one shape of error (business rules §10). Never a stack trace. That nothing was
 * changed is said only where it is known. An answer with Retry-After settles nothing: the same is to be sent again.
 */
export function addErrors(server: FastifyInstance): void {
  server.setErrorHandler((thrown: Error & { statusCode?: number }, request, reply) => {
    reply.header('cache-control', 'no-store')
    const { known, error } =
      thrown instanceof CallFailed ? { known: thrown.known, error: thrown.cause } : { error: thrown }
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
      // Nobody reads on what is still coming.
      if (error.code === 'too slow') reply.header('connection', 'close')
      return reply.code(REFUSAL_STATUS[error.code]).send({
        message: error.message,
        ...(error.errors === undefined ? {} : { errors: error.errors }),
        ...error.needed,
      })
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 400 && status < 500) {
      // What cannot be read is bad input, whatever kind of unreadable it is; what is too large says so to machines too.
      return reply.code(status === 413 ? 413 : 422).send({ message: inWords(status) })
    }
    const nothingChanged = known === 'nothing was changed' ? ' Nothing was changed.' : ''
    if (error instanceof OutcomeUnknown) {
      request.log.error({ err: error.cause }, 'it is not known whether this was committed')
      return later(reply, 503).send({ message: notKnown(request) })
    }
    if (isLocked(error)) {
      return later(reply, 409).send({ message: 'This record is being changed right now. Try again.' })
    }
    if (isLostConnection(error)) {
      request.log.error({ err: error }, 'the database cannot be reached')
      return later(reply, 503).send({
        message: `The database cannot be reached.${nothingChanged} Try again in a moment.`,
      })
    }
    const id = randomUUID()
    request.log.error({ err: error, id }, 'a bug, or a part of the house that is down')
    const words = known === 'it was done' ? 'This was done, but something went wrong' : 'Something went wrong'
    return reply.code(500).send({ message: `${words} on our side.${nothingChanged} Reference: ${id}` })
  })
}

function later(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).header('retry-after', String(SOON))
}

/** Only what carries a key may be sent again without looking first. */
function notKnown({ headers }: FastifyRequest): string {
  return headers['idempotency-key'] === undefined
    ? 'It is not known whether this was done. Check before you send it again.'
    : 'It is not known whether this was done. Send it again. It counts only once.'
}

/** An address that cannot be read names nothing. */
export function answerUnreadable(_error: unknown, _request: unknown, reply: FastifyReply): void {
  void reply.code(404).type('application/json; charset=utf-8').send({ message: 'There is no such address.' })
}

function inWords(status: number): string {
  if (status === 413) return 'This request is too large.'
  if (status === 415) return 'Send JSON: content-type application/json.'
  return 'This request could not be read. Send a JSON object.'
}
