import type { Routes } from '#kit/routes.ts'
import type { auditContract } from './contract.ts'
import { countLines, findLine, listLines } from './read.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { auditFile } from './audit-file.ts'

/** The calls of this slice. */
export function auditRoutes({ exports }: { exports: Exports }): Routes<typeof auditContract> {
  return {
    'GET /api/admin/audit/csv': ({ actor, query }) => exportList(exports, actor, auditFile, query),
    'GET /api/admin/audit/count': ({ query, read }) => read(async (tx) => asCount(await countLines(tx, query))),
    'GET /api/admin/audit': ({ query, read }) => read(async (tx) => asPage(await listLines(tx, withPageSize(query)))),
    'GET /api/admin/audit/:id': ({ params, read }) => read(async (tx) => asItem(await findLine(tx, params.id))),
  }
}
