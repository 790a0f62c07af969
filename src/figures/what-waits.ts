import { waitingApprovalCount } from '#approvals/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { WaitingCount } from '#lists/pick-page.ts'
import { waitingCheckCount } from '#kyc/read.ts'
import type { WaitingRecords } from '#records/read.ts'
import { waitingHitCount } from '#screening/read.ts'
import { waitingReferrals } from '#referrals/read.ts'
import { waitingInvestments } from '#investments/read.ts'
import { waitingPayouts, waitingWithdrawals } from '#withdrawals/read.ts'

/**
 * What waits for this administrator: how many of each kind they may decide (nothing of their own, nor what waits for a
 * second administrator, nor what nobody has said is paid), when the oldest of these was made, and how many wait in all.
 * For support, who decides nothing, what others may. The menu, the desk's home and the line over each list all read
 * this.
 */
export async function whatWaits(tx: Tx, actor: Administrator) {
  const { waiting, subjects } = await waitingApprovalCount(tx, actor)
  const who = { userId: actor.userId, butNot: subjects }
  return {
    investments: recordsOnWire(await waitingInvestments(tx, who)),
    withdrawals: recordsOnWire(await waitingWithdrawals(tx, who)),
    payouts: recordsOnWire(await waitingPayouts(tx, who)),
    referrals: recordsOnWire(await waitingReferrals(tx, who)),
    checks: onWire(await waitingCheckCount(tx, who)),
    matches: onWire(await waitingHitCount(tx, who)),
    approvals: onWire(waiting),
  }
}

function recordsOnWire({ unpaid, second, ...waiting }: WaitingRecords) {
  return { ...onWire(waiting), unpaid, second }
}

function onWire({ count, oldest, all }: WaitingCount) {
  return { count, oldest: oldest?.toISOString() ?? null, all }
}
