import { hasTaken } from '#approvals/whose-step.ts'
import type { ActRow } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import { percentFromWire } from '#money/percent.ts'
import type { Plan } from './contract.ts'

type Terms = Pick<Plan, 'daily_roi' | 'ref_bonus'> & Partial<Pick<Plan, 'early_roi'>>

/**
 * Whether somebody has made a plan, or raised its daily rate, its early rate or its referral percent: whether its terms are theirs.
 * They are those of who asked for them and of who agreed.
 */
export async function isPlanOf(tx: Tx, planId: string, userId: string): Promise<boolean> {
  return hasTaken(tx, userId, planId, givesTerms)
}

function givesTerms({ action, before, after }: ActRow): boolean {
  return action === 'plan created' || (action === 'plan changed' && isRaised(termsIn(before), termsIn(after)))
}

/** As the audit log keeps them, in the shape of the wire. */
function termsIn(kept: unknown): Terms {
  return kept as Terms
}

function isRaised(before: Terms, after: Terms): boolean {
  return (
    percentFromWire(after.daily_roi) > percentFromWire(before.daily_roi) ||
    percentFromWire(after.ref_bonus) > percentFromWire(before.ref_bonus) ||
    percentFromWire(after.early_roi ?? '0') > percentFromWire(before.early_roi ?? '0')
  )
}
