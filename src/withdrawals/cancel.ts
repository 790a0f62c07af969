import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUser } from '#users/lock-user.ts'
import { giveBack } from './give-back.ts'
import { mayMove, whyNot } from './rules.ts'
import { lockWithdrawal } from './store.ts'

/** Takes back one's own request while it is pending: the amount goes back to the wallet that it came from. */
export async function cancelWithdrawal(tx: Tx, actor: Investor, input: { id: string }): Promise<void> {
  await lockUser(tx, actor.userId)
  const withdrawal = await lockWithdrawal(tx, actor.userId, input.id)
  if (withdrawal === undefined) refuse('not found', 'There is no such withdrawal.')
  if (!mayMove('cancel', withdrawal.status)) refuse('wrong state', whyNot('cancel', withdrawal.status))
  const clock = await databaseClock(tx)
  await giveBack(tx, clock, actor, withdrawal, {
    action: 'cancel withdrawal',
    title: 'Withdrawal cancelled',
    reason: 'cancelled by investor',
  })
}
