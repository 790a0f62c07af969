import type { FastifyInstance } from 'fastify'
import { SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { ClockCheck } from './clock-check.ts'
import { pingDatabase } from './store.ts'

/** Milliseconds in which the database must have answered. */
const PATIENCE = 5 * SECOND

/**
 * `GET /healthz`: 200 when the database answers and the clocks agree, 503 when it does not, or not in time, or they
 * do not.
 */
export function addHealth(server: FastifyInstance, db: Database, clockCheck: Pick<ClockCheck, 'problem'>): void {
  server.get('/healthz', async (_request, reply) => {
    if (!(await answersInTime(db))) return reply.code(503).send({ status: 'the database does not answer' })
    const problem = clockCheck.problem()
    return problem === undefined ? { status: 'ok' } : reply.code(503).send({ status: problem })
  })
}

async function answersInTime(db: Database): Promise<boolean> {
  const tooLate = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => tooLate.resolve(false), PATIENCE)
  const answers = pingDatabase(db).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answers, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
}
