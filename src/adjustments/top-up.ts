import type { Agreed } from '#approvals/agree.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { adjust, lockForAdjustment, type Adjustment } from './adjust.ts'

/** Credits a user's account out of the operator's equity. Not one's own. Answers the id of the request if it waits. */
export async function topUpUser(
  tx: Tx,
  actor: Administrator,
  adjustment: Adjustment,
  agreed?: Agreed,
): Promise<string | undefined> {
  await lockForAdjustment(tx, actor, adjustment.userId)
  const clock = await databaseClock(tx)
  return adjust(tx, clock, actor, 'top up', adjustment, { agreed })
}
