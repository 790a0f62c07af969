import type { Agreed } from '#approvals/agree.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { microUsd } from '#money/micro-usd.ts'
import { Shortfall } from '#ledger/post.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { adjust, lockForAdjustment } from './adjust.ts'
import type { Adjustment } from './adjustment.ts'

/**
 * Takes back from a user's account into the operator's equity, at most what is there. Not one's own. Answers the id of
 * the request if it waits.
 */
export async function deductUser(
  tx: Tx,
  actor: Administrator,
  adjustment: Adjustment,
  agreed?: Agreed,
): Promise<string | undefined> {
  const { userId, account, amount } = adjustment
  const clock = await lockForAdjustment(tx, actor, userId)
  try {
    return await adjust(tx, clock, actor, 'deduct', adjustment, {
      agreed,
      first: async (origin) => {
        if (account === 'earnings') await accrueInvestor(tx, clock, origin, userId)
      },
    })
  } catch (error) {
    if (!(error instanceof Shortfall)) throw error
    return refuseField('amount', exceedsBalance('deduction', microUsd(amount - error.missing)))
  }
}
