import type { Agreed } from '#approvals/agree.ts'
import { readBeforeAlone } from '#approvals/ask.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { refuseField } from '#kit/refusal.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { lockReserve, selectFree, selectReserve } from '#reserve/open.ts'
import { adjust, lockForAdjustment } from './adjust.ts'
import type { Adjustment } from './adjustment.ts'

/**
 * Credits a user's account out of the operator's equity, in `strict` at most what is free: 422. Not one's own. Answers the
 * id of the request if it waits.
 */
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
  if (await isStrict(tx)) {
    await lockReserve(tx)
    refuseBeyondFree(await selectFree(tx), adjustment.amount)
  }
  return adjust(tx, clock, actor, 'top up', adjustment, { agreed, known: { alone, balance } })
}

async function isStrict(tx: Tx): Promise<boolean> {
  return (await selectReserve(tx)).backing === 'strict'
}

function refuseBeyondFree(free: MicroUsd, amount: MicroUsd): void {
  if (amount <= free) return
  const most = showUsd(free > ZERO ? free : ZERO)
  refuseField('amount', `${most} is the operator’s own and free. Record money that comes in first.`)
}
