import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { adjust, lockAnother, type Adjustment } from './adjust.ts'

/** Credits a user's account out of the operator's equity. Not one's own. */
export async function topUpUser(tx: Tx, clock: Clock, actor: Administrator, adjustment: Adjustment): Promise<void> {
  await lockAnother(tx, actor, adjustment.userId)
  await adjust(tx, clock, actor, 'top up', adjustment)
}
