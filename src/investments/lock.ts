import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockWithInviter } from '#referrals/lock.ts'
import { investorOf, lockInvestment, type InvestmentRecord } from './store.ts'

export type LockedInvestment = { investment: InvestmentRecord; inviterId: string | null }

/**
 * Locks the investor with the inviter, then the investment. Undefined where there is no such investment. Everything
 * that changes one comes through here, so whoever comes second finds what the first has left.
 */
export async function lockRecord(tx: Tx, id: string): Promise<LockedInvestment | undefined> {
  const userId = await investorOf(tx, id)
  if (userId === undefined) return undefined
  const investor = await lockWithInviter(tx, userId)
  const investment = await lockInvestment(tx, userId, id)
  if (investor === undefined || investment === undefined) throw new Error(`investment ${id} has gone`)
  return { investment, inviterId: investor.inviter_id }
}

/** The same for an administrator's decision: 404 where there is none, 403 where it is the administrator's own. */
export async function lockForDecision(tx: Tx, actor: Administrator, id: string): Promise<LockedInvestment> {
  const locked = await lockRecord(tx, id)
  if (locked === undefined) refuse('not found', 'There is no such investment.')
  if (locked.investment.user_id === actor.userId) {
    refuse('not allowed', 'Nobody handles their own investments: another administrator has to.')
  }
  return locked
}
