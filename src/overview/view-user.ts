import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { toWire } from '#money/micro-usd.ts'
import { acceptedTerms } from '#settings/terms/read.ts'
import { findUser } from '#users/find.ts'
import { invitationsOf, listedUser } from '#users/read.ts'
import { referralsOf } from '#referrals/read.ts'
import { investmentsOf } from '#investments/read.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { investorBalances } from './balance.ts'

/** Of each kind of record. */
const MOST = 100

/** One user's account: the same figures that the user sees, and the newest 100 of each of their records. 404 if there is no such user. */
export async function viewUser(tx: Tx, userId: string) {
  const user = await findUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such user.')
  const figures = await investorBalances(tx, userId)
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
    terms: await acceptedTerms(tx, userId),
    ...(await invitationsOf(tx, user, MOST)),
  }
}
