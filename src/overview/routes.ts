import { databaseClock } from '#kit/database-clock.ts'
import { atGate, type Routes } from '#kit/routes.ts'
import { toastsOf } from '#notifications/read.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { withBacking } from '#plans/offered.ts'
import type { ShownReserve } from '#reserve/shown.ts'
import { referralsOf } from '#referrals/read.ts'
import { investmentsOf } from '#investments/read.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { analysisFor } from './analysis.ts'
import { BALANCE, balanceOnWire } from './balance.ts'
import type { overviewContract } from './contract.ts'
import { findUser } from '#users/find.ts'
import { viewUser } from './view-user.ts'

/** The calls of this slice. Each reads in one statement, or one transaction that only reads, so that its figures agree. */
export function overviewRoutes({ reserve }: { reserve: ShownReserve }): Routes<typeof overviewContract> {
  return {
    'GET /api/view-user/:id': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, ...(await viewUser(tx, context.params.id)) })),
    'GET /api/balance': atGate(BALANCE, balanceOnWire),
    'GET /api/histories': (context) => {
      const { userId } = context.actor
      return context.readOften(async (tx) => {
        // None waits for another: they go out together.
        // What may take two questions goes first: the second then goes out with those that records lead to.
        const shown = reserve.of(tx)
        const inviting = findUser(tx, userId).then((user) => (user?.inviter_id ?? null) !== null)
        const [withdrawals, investments, referrals, { plans, reserve: offered }, wallets, toasts, with_bonus] =
          await Promise.all([
            withdrawalsOf(tx, userId),
            investmentsOf(tx, userId),
            referralsOf(tx, userId),
            withBacking(tx, listPlans(tx, { onlyAvailable: true }), shown, inviting),
            listWallets(tx, { onlyAvailable: true }),
            toastsOf(tx, userId),
            inviting,
          ])
        const own = { withdrawals, investments, referrals, toasts }
        return { status: 'success' as const, ...own, plans, wallets, reserve: { ...offered, with_bonus } }
      })
    },
    'GET /api/analysis': (context) =>
      context.read(async (tx) => {
        // Administrators see the whole platform, investors themselves.
        const whose = context.actor.roles.length > 0 ? null : context.actor.userId
        return { status: 'success' as const, ...(await analysisFor(tx, (await databaseClock(tx)).now(), whose)) }
      }),
  }
}
