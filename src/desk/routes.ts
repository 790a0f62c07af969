import type { Static } from 'typebox'
import type { Clock } from '#kit/clock.ts'
import { readLimit, type PageAsked } from '#kit/page.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import { listUsers } from '#identity/read.ts'
import { listReferrals } from '#referrals/read.ts'
import { listInvestments } from '#investments/read.ts'
import { listWithdrawals } from '#withdrawals/read.ts'
import type { Adjustment } from './adjust.ts'
import type { AdjustmentBody, deskContract, PageQuery } from './contract.ts'
import { deductUser } from './deduct.ts'
import { newestOfAll, viewUser } from './read.ts'
import { topUpUser } from './top-up.ts'

/** The calls of this slice. */
export function deskRoutes({ clock }: { clock: Clock }): Routes<typeof deskContract> {
  return {
    'GET /api/admin-histories': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await newestOfAll(tx, clock)) })),
    'GET /api/admin/investments': (asked) =>
      asked.read(async (tx) => asPage(await listInvestments(tx, clock, pageAsked(asked.query)))),
    'GET /api/admin/withdrawals': (asked) =>
      asked.read(async (tx) => asPage(await listWithdrawals(tx, pageAsked(asked.query)))),
    'GET /api/admin/referrals': (asked) =>
      asked.read(async (tx) => asPage(await listReferrals(tx, pageAsked(asked.query)))),
    'GET /api/admin/users': (asked) => asked.read(async (tx) => asPage(await listUsers(tx, pageAsked(asked.query)))),
    'GET /api/view-user/:id': (asked) =>
      asked.read(async (tx) => ({ status: 'success' as const, ...(await viewUser(tx, clock, asked.params.id)) })),
    'POST /api/topup-user/:id': async (asked) => {
      const adjustment = readAdjustment(asked.params.id, asked.body)
      return asked.write(async (tx) => {
        await topUpUser(tx, clock, asked.asker, adjustment)
        return { message: 'The balance has been topped up.' }
      })
    },
    'POST /api/deduct-user/:id': async (asked) => {
      const adjustment = readAdjustment(asked.params.id, asked.body)
      return asked.write(async (tx) => {
        await deductUser(tx, clock, asked.asker, adjustment)
        return { message: 'The amount has been deducted.' }
      })
    },
  }
}

function asPage<Item>(page: { items: Item[]; next_cursor: string | null }) {
  return { status: 'success' as const, ...page }
}

function pageAsked(query: Static<typeof PageQuery>): PageAsked {
  return { ...query, limit: readLimit(query.limit) }
}

function readAdjustment(userId: string, body: Static<typeof AdjustmentBody>): Adjustment {
  const { account = 'earnings', reason = null } = body
  return { userId, amount: readAmount('amount', body.amount), account, reason }
}
