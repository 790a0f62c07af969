import { waitingApprovalCount } from '#approvals/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { WaitingCount } from '#lists/pick-page.ts'
import { waitingCheckCount } from '#kyc/read.ts'
import { waitingReferrals } from '#referrals/read.ts'
import { waitingInvestments } from '#investments/read.ts'
import { waitingPayouts, waitingWithdrawals } from '#withdrawals/read.ts'

/**
 * What waits for this administrator: how many of each kind they may decide (nothing of their own, nor what waits for a
 * second administrator), when the oldest of these was made, and how many wait in all. For support, who decides
 * nothing, what others may.
 */
export async function whatWaits(tx: Tx, actor: Administrator) {
  const { waiting, subjects } = await waitingApprovalCount(tx, actor)
  const who = { userId: actor.userId, butNot: subjects }
  return {
    investments: onWire(await waitingInvestments(tx, who)),
    withdrawals: onWire(await waitingWithdrawals(tx, who)),
    payouts: onWire(await waitingPayouts(tx, who)),
    referrals: onWire(await waitingReferrals(tx, who)),
    checks: onWire(await waitingCheckCount(tx, who)),
    approvals: onWire(waiting),
  }
}

function onWire({ count, oldest, all }: WaitingCount) {
  return { count, oldest: oldest?.toISOString() ?? null, all }
}
