import type { Routes } from '#kit/routes.ts'
import { withPageSize } from '#lists/replies.ts'
import type { fundsContract } from './contract.ts'
import { dueInvestments } from './due.ts'
import { plansInUse, postingsOn, readFunds, walletsInUse } from './read-funds.ts'

/** The calls of this slice. */
export function fundsRoutes(): Routes<typeof fundsContract> {
  return {
    'GET /api/admin/funds': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await readFunds(tx)) })),
    'GET /api/admin/postings': ({ query, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await postingsOn(tx, query)) })),
    'GET /api/admin/plans': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await plansInUse(tx) })),
    'GET /api/admin/wallets': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await walletsInUse(tx) })),
    'GET /api/admin/due': ({ query, read }) => read((tx) => dueInvestments(tx, withPageSize(query))),
  }
}
