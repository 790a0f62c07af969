import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Waiting } from '#kit/pick-page.ts'
import { refuse } from '#kit/refusal.ts'
import { toWire } from '#money/micro-usd.ts'
import { waitingApprovalCount } from '#approvals/read.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { findUser } from '#identity/find.ts'
import { invitationsOf, listedUser, listUsers, waitingCheckCount } from '#identity/read.ts'
import { listReferrals, referralsOf, waitingReferrals } from '#referrals/read.ts'
import { investmentsOf, listInvestments, waitingInvestments } from '#investments/read.ts'
import { listWithdrawals, waitingPayouts, waitingWithdrawals, withdrawalsOf } from '#withdrawals/read.ts'
import { figuresOf } from '#overview/balance.ts'

const MOST = 100
const NEWEST = { limit: MOST }

/** The newest 100 of each list, and all plans and wallets, on offer or not. */
export async function newestOfAll(tx: Tx) {
  return {
    withdrawals: (await listWithdrawals(tx, NEWEST)).items,
    investments: (await listInvestments(tx, NEWEST)).items,
    referrals: (await listReferrals(tx, NEWEST)).items,
    plans: await listPlans(tx, { onlyAvailable: false }),
    wallets: await listWallets(tx, { onlyAvailable: false }),
    users: (await listUsers(tx, NEWEST)).items,
  }
}

/**
 * What waits for this administrator: how many of each kind they may decide (nothing of their own, nor what waits for a
 * second administrator), when the oldest of these was made, and how many wait in all. For support, who decides
 * nothing, what others may.
 */
export async function whatWaits(tx: Tx, asker: Administrator) {
  const { waiting, subjects } = await waitingApprovalCount(tx, asker)
  const who = { userId: asker.userId, butNot: subjects }
  return {
    investments: onWire(await waitingInvestments(tx, who)),
    withdrawals: onWire(await waitingWithdrawals(tx, who)),
    payouts: onWire(await waitingPayouts(tx, who)),
    referrals: onWire(await waitingReferrals(tx, who)),
    checks: onWire(await waitingCheckCount(tx, who)),
    approvals: onWire(waiting),
  }
}

function onWire({ count, oldest, all }: Waiting) {
  return { count, oldest: oldest?.toISOString() ?? null, all }
}

/** One user's account: the same figures that the user sees, and the newest 100 of each of their records. 404 where there is no such user. */
export async function viewUser(tx: Tx, userId: string) {
  const user = await findUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such user.')
  const figures = await figuresOf(tx, await databaseClock(tx), userId)
  return {
    investment_balance: toWire(figures.earnings),
    referral_balance: toWire(figures.referral),
    bonus_balance: toWire(figures.bonus),
    active_investment: toWire(figures.invested),
    withdrawing: toWire(figures.withdrawing),
    investments: await investmentsOf(tx, userId, MOST),
    withdrawals: await withdrawalsOf(tx, userId, MOST),
    referrals: await referralsOf(tx, userId, MOST),
    user: listedUser(user),
    ...(await invitationsOf(tx, user, MOST)),
  }
}
