import type { Static } from 'typebox'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { readLimit, type PageAsked } from '#kit/page.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import { takingTurns } from '#kit/turns.ts'
import type { Settings } from '#kit/settings.ts'
import type { PageQuery } from '#kit/wire.ts'
import { orWaits } from '#approvals/waits-reply.ts'
import { listUsers } from '#identity/read.ts'
import { findReferral, listReferrals } from '#referrals/read.ts'
import { findInvestment, listInvestments } from '#investments/read.ts'
import { findWithdrawal, listWithdrawals } from '#withdrawals/read.ts'
import { agree } from './agree.ts'
import type { Adjustment } from './adjust.ts'
import { readChecklist } from './checklist.ts'
import type { AdjustmentBody, deskContract } from './contract.ts'
import { PastDays } from './days.ts'
import { deductUser } from './deduct.ts'
import { exportList } from './export-list.ts'
import {
  auditFile,
  investmentsFile,
  messagesFile,
  referralsFile,
  usersFile,
  withdrawalsFile,
} from './exported-lists.ts'
import { balancesOn, dueInvestments, movesBetween } from './behind-figures.ts'
import { platformFigures } from './figures.ts'
import { newestOfAll, viewUser, whatWaits } from './read.ts'
import { plansInUse, postingsOn, readFunds, walletsInUse } from './read-funds.ts'
import { topUpUser } from './top-up.ts'

/** Pages of files that are read at a time: each holds a connection to the database meanwhile. */
const AT_ONCE = 2

/** The calls of this slice. */
export function deskRoutes(house: {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'kyc' | 'paymentHours' | 'appUrl' | 'smtpUrl' | 'production' | 'demo'>
}): Routes<typeof deskContract> {
  const { db, clock } = house
  const past = new PastDays()
  const files = { db, clock, turn: takingTurns(AT_ONCE) }
  return {
    'GET /api/admin-histories': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await newestOfAll(tx)) })),
    'GET /api/admin/investments': (asked) =>
      asked.read(async (tx) => asPage(await listInvestments(tx, pageAsked(asked.query)))),
    'GET /api/admin/investments/:id': (asked) =>
      asked.read(async (tx) => asOne(await findInvestment(tx, asked.params.id))),
    'GET /api/admin/investments/csv': ({ asker, query }) => exportList(files, asker, investmentsFile(), query),
    'GET /api/admin/withdrawals': (asked) =>
      asked.read(async (tx) => asPage(await listWithdrawals(tx, pageAsked(asked.query)))),
    'GET /api/admin/withdrawals/:id': (asked) =>
      asked.read(async (tx) => asOne(await findWithdrawal(tx, asked.params.id))),
    'GET /api/admin/withdrawals/csv': ({ asker, query }) => exportList(files, asker, withdrawalsFile, query),
    'GET /api/admin/referrals': (asked) =>
      asked.read(async (tx) => asPage(await listReferrals(tx, pageAsked(asked.query)))),
    'GET /api/admin/referrals/:id': (asked) => asked.read(async (tx) => asOne(await findReferral(tx, asked.params.id))),
    'GET /api/admin/referrals/csv': ({ asker, query }) => exportList(files, asker, referralsFile, query),
    'GET /api/admin/users': ({ query, read }) =>
      read(async (tx) => asPage(await listUsers(tx, { ...query, limit: readLimit(query.limit) }))),
    'GET /api/admin/users/csv': ({ asker, query }) => exportList(files, asker, usersFile, query),
    'GET /api/admin/audit/csv': ({ asker, query }) => exportList(files, asker, auditFile, query),
    'GET /api/admin/messages/csv': ({ asker, query }) => exportList(files, asker, messagesFile, query),
    'GET /api/admin/checklist': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await readChecklist(tx, house.settings)) })),
    'GET /api/admin/waiting': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await whatWaits(tx, asked.asker)) })),
    'GET /api/admin/funds': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await readFunds(tx)) })),
    'GET /api/admin/postings': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await postingsOn(tx, asked.query)) })),
    'GET /api/admin/plans': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, items: await plansInUse(tx) })),
    'GET /api/admin/wallets': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, items: await walletsInUse(tx) })),
    'GET /api/admin/figures': ({ query, read }) => read((tx) => platformFigures(tx, query, past)),
    'GET /api/admin/due': ({ query, read }) =>
      read((tx) => dueInvestments(tx, { ...query, limit: readLimit(query.limit) })),
    'GET /api/admin/moves': ({ query, read }) =>
      read((tx) => movesBetween(tx, { ...query, limit: readLimit(query.limit) })),
    'GET /api/admin/balances': ({ query, read }) =>
      read((tx) => balancesOn(tx, { ...query, limit: readLimit(query.limit) })),
    'GET /api/view-user/:id': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await viewUser(tx, asked.params.id)) })),
    'POST /api/topup-user/:id': async (asked) => {
      const adjustment = readAdjustment(asked.params.id, asked.body)
      return asked.write(async (tx) => {
        const waits = await topUpUser(tx, asked.asker, adjustment)
        return orWaits(waits, { what: 'The top-up', done: 'The balance has been topped up.' })
      })
    },
    'POST /api/deduct-user/:id': async (asked) => {
      const adjustment = readAdjustment(asked.params.id, asked.body)
      return asked.write(async (tx) => {
        const waits = await deductUser(tx, asked.asker, adjustment)
        return orWaits(waits, { what: 'The deduction', done: 'The amount has been deducted.' })
      })
    },
    'POST /api/agree-approval/:id': ({ asker, params, write }) =>
      write(async (tx) => {
        await agree(tx, house, asker, params)
        return { message: 'Agreed. It has been done.' }
      }),
  }
}

function asPage<Item>(page: { items: Item[]; next_cursor: string | null }) {
  return { status: 'success' as const, ...page }
}

function asOne<Item>(item: Item) {
  return { status: 'success' as const, item }
}

function pageAsked(query: Static<typeof PageQuery>): PageAsked {
  return { ...query, limit: readLimit(query.limit) }
}

function readAdjustment(userId: string, body: Static<typeof AdjustmentBody>): Adjustment {
  const { account = 'earnings', category = null, reason = null } = body
  return { userId, amount: readAmount('amount', body.amount), account, category, reason }
}
