import type { Routes } from '#kit/routes.ts'
import type { recordsContract } from './contract.ts'
import { findEverything } from './finding/find-everything.ts'
import { transactionOf } from './transaction-uses.ts'

/** The calls that are about records of whatever kind. */
export function recordsRoutes(): Routes<typeof recordsContract> {
  return {
    'GET /api/admin/find': ({ query, read }) => read((tx) => findEverything(tx, query.q)),
    'GET /api/admin/transaction-of/:id': ({ params, query, read }) =>
      read((tx) => transactionOf(tx, params.id, query.txid)),
  }
}
