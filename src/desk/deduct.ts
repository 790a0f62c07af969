import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { microUsd } from '#money/micro-usd.ts'
import { Shortfall } from '#ledger/post.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { adjust, lockAnother, type Adjustment } from './adjust.ts'

/** Takes back from a user's account into the operator's equity, at most what is there. Not one's own. */
export async function deductUser(tx: Tx, clock: Clock, actor: Administrator, adjustment: Adjustment): Promise<void> {
  await lockAnother(tx, actor, adjustment.userId)
  if (adjustment.account === 'earnings') await accrueInvestor(tx, clock, actor, adjustment.userId)
  try {
    await adjust(tx, clock, actor, 'deduct', adjustment)
  } catch (error) {
    if (!(error instanceof Shortfall)) throw error
    refuseField('amount', exceedsBalance('deduction', microUsd(adjustment.amount - error.missing)))
  }
}
