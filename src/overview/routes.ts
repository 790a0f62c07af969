import { databaseClock } from '#kit/database-clock.ts'
import type { Routes } from '#kit/routes.ts'
import { toastsOf } from '#notifications/read.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { referralsOf } from '#referrals/read.ts'
import { investmentsOf } from '#investments/read.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { analysisFor } from './analysis.ts'
import { balanceOnWire } from './balance.ts'
import type { overviewContract } from './contract.ts'
import { viewUser } from './view-user.ts'

/** The calls of this slice. Each is one transaction that only reads, so that its figures agree. */
export function overviewRoutes(): Routes<typeof overviewContract> {
  return {
    'GET /api/view-user/:id': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, ...(await viewUser(tx, context.params.id)) })),
    'GET /api/balance': (context) => context.read((tx) => balanceOnWire(tx, context.actor.userId)),
    'GET /api/histories': (context) => {
      const { userId } = context.actor
      return context.read(async (tx) => ({
        status: 'success' as const,
        withdrawals: await withdrawalsOf(tx, userId),
        investments: await investmentsOf(tx, userId),
        referrals: await referralsOf(tx, userId),
        plans: await listPlans(tx, { onlyAvailable: true }),
        wallets: await listWallets(tx, { onlyAvailable: true }),
        toasts: await toastsOf(tx, userId),
      }))
    },
    'GET /api/analysis': (context) =>
      context.read(async (tx) => {
        // Administrators see the whole platform, investors themselves.
        const whose = context.actor.roles.length > 0 ? null : context.actor.userId
        return { status: 'success' as const, ...(await analysisFor(tx, (await databaseClock(tx)).now(), whose)) }
      }),
  }
}
