import { CLOCK_OF_STATEMENT, clockOfStatement, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { type OwnSql, readOf, inOneStatement } from '#kit/own-sql.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { microUsd, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import type { InvestorAccountKind } from '#ledger/accounts.ts'
import { OWN_BALANCES, ownBalances } from '#ledger/balances.ts'
import { OWN_RUNNING, runningIn, type RunningTotals } from '#investments/read.ts'
import { perSecondToWire } from '#investments/rules.ts'
import type { overviewContract } from './contract.ts'

/** What stands on each of an investor's accounts, micro-dollars, and what running investments earn. */
export type InvestorBalances = Record<InvestorAccountKind, MicroUsd> & { running: RunningTotals; clock: DatabaseClock }

/** Everything that the balance is computed from, at one moment. */
export const BALANCE = inOneStatement('balance', {
  now: CLOCK_OF_STATEMENT,
  accounts: OWN_BALANCES,
  running: OWN_RUNNING,
})
type Fetched = typeof BALANCE extends OwnSql<infer Json> ? Json : never

/** Any investor's figures to the second. */
export async function investorBalances(tx: Tx, userId: string): Promise<InvestorBalances> {
  return balancesIn(await readOf(tx, BALANCE, userId))
}

/**
 * An investor's figures to the second (business rules §7). `earnings` counts what has been earned and not yet
 * posted: it is what can be withdrawn now.
 */
function balancesIn({ now, accounts, running: fetched }: Fetched): InvestorBalances {
  const clock = clockOfStatement(now)
  const on = ownBalances(accounts)
  const running = runningIn(fetched, clock)
  return { ...on, earnings: microUsd(on.earnings + running.unposted), running, clock }
}

/** The balance as the wire shows it, with the moment that it is true for. */
export function balanceOnWire(fetched: Fetched): ReplyOf<(typeof overviewContract)['GET /api/balance']> {
  const { running, clock, ...on } = balancesIn(fetched)
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
