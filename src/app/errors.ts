import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal, REFUSAL_STATUS } from '#kit/refusal.ts'

/** PostgreSQL's code for a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Turns what a route throws into the wire's one shape of error (business rules §10). Never a stack trace. */
export function addErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    reply.header('cache-control', 'no-store')
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
      return reply
        .code(REFUSAL_STATUS[error.code])
        .send({ message: error.message, ...(error.errors === undefined ? {} : { errors: error.errors }) })
    }
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      // What cannot be read is bad input, whatever kind of unreadable it is; what is too large says so to machines too.
      return reply.code(error.statusCode === 413 ? 413 : 422).send({ message: inWords(error.statusCode) })
    }
    if (error.code === LOCK_NOT_AVAILABLE) {
      return reply.code(409).send({ message: 'This record is being worked on at the moment. Try again.' })
    }
    const id = randomUUID()
    request.log.error({ err: error, id }, 'a bug, or a part of the house that is down')
    return reply.code(500).send({ message: `Something went wrong on our side. Nothing was changed. Reference: ${id}` })
  })
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
