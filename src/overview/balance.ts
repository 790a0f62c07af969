import { databaseClock, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import { investorAccount, type InvestorAccountKind } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { runningOf, type RunningTotals } from '#investments/read.ts'
import { perSecondToWire } from '#investments/rules.ts'
import type { overviewContract } from './contract.ts'

/** What stands on each of an investor's accounts, micro-dollars, and what running investments earn. */
export type InvestorBalances = Record<InvestorAccountKind, MicroUsd> & { running: RunningTotals }

/**
 * An investor's figures to the second (business rules §7). `earnings` counts what has been earned and not yet
 * posted: it is what can be withdrawn now.
 */
export async function investorBalances(tx: Tx, clock: DatabaseClock, userId: string): Promise<InvestorBalances> {
  const account = (kind: InvestorAccountKind) => investorAccount(userId, kind)
  const kinds = ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const
  const balances = await balancesOf(tx, kinds.map(account))
  const on = (kind: InvestorAccountKind) => balances[account(kind)] ?? ZERO
  const running = await runningOf(tx, clock, userId)
  return {
    earnings: microUsd(on('earnings') + running.unposted),
    referral: on('referral'),
    bonus: on('bonus'),
    invested: on('invested'),
    withdrawing: on('withdrawing'),
    running,
  }
}

/** The balance as the wire shows it, with the moment that it is true for. */
export async function balanceOnWire(
  tx: Tx,
  userId: string,
): Promise<ReplyOf<(typeof overviewContract)['GET /api/balance']>> {
  const clock = await databaseClock(tx)
  const { running, ...on } = await investorBalances(tx, clock, userId)
  return {
    status: 'success',
    account_balance: toWire(on.earnings),
    ref_bal: toWire(on.referral),
    bonus_balanace: toWire(on.bonus),
    current_investment: toWire(on.invested),
    withdrawing: toWire(on.withdrawing),
    current_earning: toWire(running.current_earning),
    per_seconds_earning: perSecondToWire(running.perSecond),
    as_of: clock.now().toISOString(),
    running: running.running.map(({ id, per_second, amount, daily_roi, began_at, ends_at }) => ({
      id,
      per_seconds_earning: perSecondToWire(per_second),
      amount: toWire(amount),
      daily_roi: percentToWire(daily_roi),
      began_at: began_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
  }
}
