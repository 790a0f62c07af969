import type { Agreed } from '#approvals/agree.ts'
import { readBeforeAlone } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { adjust, lockForAdjustment } from './adjust.ts'
import type { Adjustment } from './adjustment.ts'

/** Credits a user's account out of the operator's equity. Not one's own. Answers the id of the request if it waits. */
export async function topUpUser(
  tx: Tx,
  actor: Administrator,
  adjustment: Adjustment,
  agreed?: Agreed,
): Promise<string | undefined> {
  const { userId, account } = adjustment
  const subject = { kind: 'balance', id: userId } as const
  const [clock, alone, balance] = await atOnce([
    lockForAdjustment(tx, actor, userId),
    readBeforeAlone(tx, actor, { kind: 'top up user', subject }),
    balanceOf(tx, investorAccount(userId, account)),
  ])
  return adjust(tx, clock, actor, 'top up', adjustment, { agreed, known: { alone, balance } })
}
