import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { percentFromWire, percentToWire } from '#money/percent.ts'
import { listPlans } from '#plans/find.ts'
import { withBacking } from '#plans/offered.ts'
import { yearlyRate } from '#plans/rules.ts'
import type { Reserve } from '#reserve/set-apart.ts'
import { settingsNow } from '#settings/read.ts'
import { findUserByName } from '#users/find.ts'
import type { identityContract } from './contract.ts'

/**
 * What somebody who was invited is told before they have an account: whether there is such an inviter, and what is on
 * offer, with what of its earnings is set apart by the reserve as it was `seen`: without a figure where the owner hides the
 * books from strangers. Of the inviter the username alone, which is public (the terms); nothing of what they hold or how
 * they stand.
 */
export async function tellInvited(
  tx: Tx,
  referral: string,
  seen: Promise<Reserve>,
): Promise<ReplyOf<(typeof identityContract)['GET /api/invitation']>> {
  const name = referral.trim()
  // all at once: what fails while nobody waits for it yet would end the process
  const [inviter, { plans, reserve }, { publicBooks }] = await Promise.all([
    name === '' ? undefined : findUserByName(tx, name),
    withBacking(tx, listPlans(tx, { onlyAvailable: true }), seen),
    settingsNow(tx, { publicBooks: true }),
  ])
  const yearly = (rate: string) => percentToWire(yearlyRate(percentFromWire(rate)))
  return {
    ...{ status: 'success', inviter: inviter?.name ?? null },
    reserve: publicBooks ? reserve : { ...reserve, free: null },
    plans: plans.map((plan) => ({
      ...plan,
      yearly_roi: yearly(plan.daily_roi),
      // it would tell what is free
      left_to_invest: publicBooks ? plan.left_to_invest : null,
    })),
  }
}
