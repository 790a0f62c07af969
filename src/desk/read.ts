import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { toWire } from '#money/micro-usd.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { findUser } from '#identity/find.ts'
import { listedUser, listUsers } from '#identity/read.ts'
import { listReferrals, referralsOf } from '#referrals/read.ts'
import { investmentsOf, listInvestments } from '#investments/read.ts'
import { listWithdrawals, withdrawalsOf } from '#withdrawals/read.ts'
import { figuresOf } from '#overview/balance.ts'

const NEWEST = { limit: 100 }

/** The newest 100 of each list, and all plans and wallets, on offer or not. */
export async function newestOfAll(tx: Tx, clock: Clock) {
  return {
    withdrawals: (await listWithdrawals(tx, NEWEST)).items,
    investments: (await listInvestments(tx, clock, NEWEST)).items,
    referrals: (await listReferrals(tx, NEWEST)).items,
    plans: await listPlans(tx, { onlyAvailable: false }),
    wallets: await listWallets(tx, { onlyAvailable: false }),
    users: (await listUsers(tx, NEWEST)).items,
  }
}

/** One user's account: the same figures that the user sees, and all their records. 404 where there is no such user. */
export async function viewUser(tx: Tx, clock: Clock, userId: string) {
  const user = await findUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such user.')
  const figures = await figuresOf(tx, clock, userId)
  return {
    investment_balance: toWire(figures.earnings),
    referral_balance: toWire(figures.referral),
    bonus_balance: toWire(figures.bonus),
    active_investment: toWire(figures.invested),
    withdrawing: toWire(figures.withdrawing),
    investments: await investmentsOf(tx, clock, userId),
    withdrawals: await withdrawalsOf(tx, userId),
    referrals: await referralsOf(tx, userId),
    user: listedUser(user),
  }
}
