import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { percentFromWire, percentToWire } from '#money/percent.ts'
import { listPlans } from '#plans/find.ts'
import { yearlyRate } from '#plans/rules.ts'
import { findUserByName } from '#users/find.ts'
import type { identityContract } from './contract.ts'

/**
 * What somebody who was invited is told before they have an account: whether there is such an inviter, and what is on
 * offer. Of the inviter the username alone, which is public (the terms); nothing of what they hold or how they stand.
 */
export async function tellInvited(
  tx: Tx,
  referral: string,
): Promise<ReplyOf<(typeof identityContract)['GET /api/invitation']>> {
  const name = referral.trim()
  const inviter = name === '' ? undefined : await findUserByName(tx, name)
  const plans = (await listPlans(tx, { onlyAvailable: true })).map((plan) => ({
    ...plan,
    yearly_roi: percentToWire(yearlyRate(percentFromWire(plan.daily_roi))),
  }))
  return { status: 'success', inviter: inviter?.name ?? null, plans }
}
