import type { Routes } from '#kit/routes.ts'
import type { logContract } from './contract.ts'
import { signingOfLog } from './read-log.ts'
import { ownOpening, wholeOpening } from './read-opening.ts'

/** The calls of this slice; what is for everybody is served below `/log/`. */
export function logRoutes(): Routes<typeof logContract> {
  return {
    'GET /api/log': ({ read }) => read(signingOfLog),
    'GET /api/opening/:id': ({ actor, params, read }) => read((tx) => ownOpening(tx, actor, params.id)),
    'GET /api/admin/opening/:id': ({ params, read }) => read((tx) => wholeOpening(tx, params.id)),
  }
}
