import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import { toWire } from '#money/micro-usd.ts'
import { toastsOf } from '#notifications/read.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { referralsOf } from '#referrals/read.ts'
import { investmentsOf } from '#investments/read.ts'
import { perSecondToWire } from '#investments/rules.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { analysisFor } from './analysis.ts'
import { figuresOf } from './balance.ts'
import type { overviewContract } from './contract.ts'

/** The calls of this slice. Each is one look at the database, so that its figures agree. */
export function overviewRoutes({ clock }: { clock: Clock }): Routes<typeof overviewContract> {
  return {
    'GET /api/balance': (asked) => {
      const asOf = clock.now()
      return asked.read(async (tx) => {
        const { running, ...figures } = await figuresOf(tx, { now: () => asOf }, asked.asker.userId)
        return {
          status: 'success' as const,
          account_balance: toWire(figures.earnings),
          ref_bal: toWire(figures.referral),
          bonus_balanace: toWire(figures.bonus),
          current_investment: toWire(figures.invested),
          withdrawing: toWire(figures.withdrawing),
          current_earning: toWire(running.current_earning),
          per_seconds_earning: perSecondToWire(running.perSecond),
          as_of: asOf.toISOString(),
          running: running.running.map(({ per_second, ends_at }) => ({
            per_seconds_earning: perSecondToWire(per_second),
            ends_at: ends_at.toISOString(),
          })),
        }
      })
    },
    'GET /api/histories': (asked) => {
      const { userId } = asked.asker
      return asked.read(async (tx) => ({
        status: 'success' as const,
        withdrawals: await withdrawalsOf(tx, userId),
        investments: await investmentsOf(tx, clock, userId),
        referrals: await referralsOf(tx, userId),
        plans: await listPlans(tx, { onlyAvailable: true }),
        wallets: await listWallets(tx, { onlyAvailable: true }),
        toasts: await toastsOf(tx, userId),
      }))
    },
    'GET /api/analysis': (asked) =>
      asked.read(async (tx) => {
        // Administrators see the whole platform, investors themselves.
        const whose = asked.asker.roles.length > 0 ? null : asked.asker.userId
        return { status: 'success' as const, ...(await analysisFor(tx, clock.now(), whose)) }
      }),
  }
}
