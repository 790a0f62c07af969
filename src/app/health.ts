import type { FastifyInstance } from 'fastify'

/** What keeps the app from working as it should, in a few words for the operator; undefined if nothing does. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>

/** `GET /healthz`: 200 where no check finds anything, else 503 with the reasons. */
export function addHealth(server: FastifyInstance, checks: readonly HealthCheck[]): void {
  server.get('/healthz', async (_request, reply) => {
    const reasons = (await Promise.all(checks.map(async (check) => check()))).filter((reason) => reason !== undefined)
    if (reasons.length === 0) return { status: 'ok' }
    return reply.code(503).send({ status: reasons.join('; ') })
  })
}
