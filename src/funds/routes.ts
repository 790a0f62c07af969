import { isSignedIn } from '#identity/gate.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { KeptFigures } from '#kit/kept-figures.ts'
import type { Routes } from '#kit/routes.ts'
import { withPageSize } from '#lists/replies.ts'
import type { fundsContract } from './contract.ts'
import { settingsNow } from '#settings/read.ts'
import { keptDays } from './days/read-days.ts'
import { dueInvestments } from './due.ts'
import { monthsNow } from './months/read-months.ts'
import { figuresNow } from './open-books.ts'
import type { BooksChecks } from './proof/check.ts'
import { checkedBooks, checkForAWhile } from './proof/read-check.ts'
import { plansInUse, postingsOn, readFunds, walletsInUse } from './read-funds.ts'
import { type ShownBooks, signaturesRoutes } from './signatures/routes.ts'

type House = { db: Database; clock: Clock; books: BooksChecks; settings: Pick<Settings, 'appUrl'> }

/** The calls of this slice. */
export function fundsRoutes({ books, ...house }: House): Routes<typeof fundsContract> {
  const figures = new KeptFigures(figuresNow)
  const months = new KeptFigures(monthsNow)
  /** Who they are is asked before a turn is taken: whoever holds one waits for no other. */
  const shown: ShownBooks = async ({ read, request }, make) => {
    const known = await isSignedIn(house, request)
    return read(async (tx) => {
      const { publicBooks } = await settingsNow(tx, { publicBooks: true })
      return publicBooks || known ? { ...(await make(tx)), public: publicBooks } : { public: false as const }
    })
  }
  return {
    'GET /api/books': (asked) => shown(asked, (tx) => figures.of(tx)),
    'GET /api/books/days': (asked) => shown(asked, async (tx) => ({ days: await keptDays(tx, asked.query) })),
    'GET /api/books/months': (asked) => shown(asked, (tx) => months.of(tx)),
    ...signaturesRoutes(house, shown),
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
