import type { Routes } from '#kit/routes.ts'
import { withPageSize } from '#lists/replies.ts'
import type { fundsContract } from './contract.ts'
import { dueInvestments } from './due.ts'
import type { BooksChecks } from './proof/check.ts'
import { checkedBooks, checkForAWhile } from './proof/read-check.ts'
import { plansInUse, postingsOn, readFunds, walletsInUse } from './read-funds.ts'

/** The calls of this slice. */
export function fundsRoutes({ books }: { books: BooksChecks }): Routes<typeof fundsContract> {
  return {
    'GET /api/admin/books': ({ read }) => read((tx) => checkedBooks(tx, books)),
    'POST /api/admin/check-books': async ({ read }) => {
      await checkForAWhile(books)
      return read((tx) => checkedBooks(tx, books))
    },
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
