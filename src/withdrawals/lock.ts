import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUser } from '#users/lock-user.ts'
import { investorOf, lockWithdrawal, type WithdrawalRecord } from './store.ts'

/**
 * Locks a withdrawal that an administrator is about to decide on: the investor, then the record.
 * 404 where there is none, 403 where it is the administrator's own.
 */
export async function lockForDecision(tx: Tx, actor: Administrator, id: string): Promise<WithdrawalRecord> {
  const userId = await investorOf(tx, id)
  if (userId === undefined) refuse('not found', 'There is no such withdrawal.')
  if (userId === actor.userId)
    refuse('not allowed', 'Nobody handles their own withdrawals: another administrator has to.')
  await lockUser(tx, userId)
  const withdrawal = await lockWithdrawal(tx, userId, id)
  if (withdrawal === undefined) throw new Error(`withdrawal ${id} has gone`)
  return withdrawal
}
