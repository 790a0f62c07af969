import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { runningOf } from '#investments/read.ts'

/** What an investor has, micro-dollars, to the second. */
export type Figures = {
  /** what can be withdrawn now: the Earnings Wallet with what has been earned and not yet posted */
  earnings: MicroUsd
  referral: MicroUsd
  bonus: MicroUsd
  invested: MicroUsd
  withdrawing: MicroUsd
  running: Awaited<ReturnType<typeof runningOf>>
}

/** An investor's figures (business rules §7). */
export async function figuresOf(tx: Tx, clock: Clock, userId: string): Promise<Figures> {
  const account = {
    earnings: investorAccount(userId, 'earnings'),
    referral: investorAccount(userId, 'referral'),
    bonus: investorAccount(userId, 'bonus'),
    invested: investorAccount(userId, 'invested'),
    withdrawing: investorAccount(userId, 'withdrawing'),
  }
  const balances = await balancesOf(tx, Object.values(account))
  const running = await runningOf(tx, clock, userId)
  const on = (name: keyof typeof account) => microUsd(balances[account[name]] ?? 0n)
  return {
    earnings: microUsd(on('earnings') + running.unposted),
    referral: on('referral'),
    bonus: on('bonus'),
    invested: on('invested'),
    withdrawing: on('withdrawing'),
    running,
  }
}
