import { readLimit } from '#kit/page.ts'
import type { Routes } from '#kit/routes.ts'
import type { auditContract } from './contract.ts'
import { findLine, listLines } from './read.ts'

/** The calls of this slice; the log as a file stands with the desk, as all lists do. */
export function auditRoutes(): Routes<typeof auditContract> {
  return {
    'GET /api/admin/audit': ({ query, read }) =>
      read(async (tx) => ({
        status: 'success' as const,
        ...(await listLines(tx, { ...query, limit: readLimit(query.limit) })),
      })),
    'GET /api/admin/audit/:id': ({ params, read }) =>
      read(async (tx) => ({ status: 'success' as const, item: await findLine(tx, params.id) })),
  }
}
