import { isSignedIn } from '#identity/gate.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { RequestFacts, Routes } from '#kit/routes.ts'
import { withPageSize } from '#lists/replies.ts'
import type { fundsContract } from './contract.ts'
import { settingsNow } from '#settings/read.ts'
import { keptDays } from './days/read-days.ts'
import { dueInvestments } from './due.ts'
import { KeptFigures } from './open-books.ts'
import type { BooksChecks } from './proof/check.ts'
import { checkedBooks, checkForAWhile } from './proof/read-check.ts'
import { plansInUse, postingsOn, readFunds, walletsInUse } from './read-funds.ts'

type House = { db: Database; clock: Clock; books: BooksChecks }

/** The calls of this slice. */
export function fundsRoutes({ books, ...house }: House): Routes<typeof fundsContract> {
  const figures = new KeptFigures()
  /** Whether strangers see the figures, and whether whoever asks does. */
  const isShown = async (tx: Tx, known: boolean) => {
    const { publicBooks } = await settingsNow(tx, { publicBooks: true })
    return { publicBooks, shown: publicBooks || known }
  }
  /** Asked before a turn is taken: whoever holds one waits for no other. */
  const isKnown = (request: RequestFacts) => isSignedIn(house, request)
  return {
    'GET /api/books': async ({ read, request }) => {
      const known = await isKnown(request)
      return read(async (tx) => {
        const { publicBooks, shown } = await isShown(tx, known)
        return shown ? { ...(await figures.of(tx)), public: publicBooks } : { public: false }
      })
    },
    'GET /api/books/days': async ({ query, read, request }) => {
      const known = await isKnown(request)
      return read(async (tx) => {
        const { publicBooks, shown } = await isShown(tx, known)
        return shown ? { public: publicBooks, days: await keptDays(tx, query) } : { public: false }
      })
    },
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
