import type { Tx } from '#kit/database.ts'
import type { WaitingCount, WaitsFor } from '#lists/pick-page.ts'
import type { KycState } from '#users/contract.ts'
import { findUser } from '#users/find.ts'
import { countWaitingChecks, selectNewestCheck, selectWaitingChecks } from './store.ts'

/** Where a user's identity check stands, with what came of the newest review. */
export async function kycOf(
  tx: Tx,
  userId: string,
): Promise<{ state: KycState; reason: string | null; submitted_at: string | null }> {
  const [user, check] = [await findUser(tx, userId), await selectNewestCheck(tx, userId)]
  return {
    state: user?.kyc ?? 'none',
    reason: check?.reason ?? null,
    submitted_at: check?.submitted_at.toISOString() ?? null,
  }
}

/** Identity checks that wait for a decision, newest first. */
export async function waitingChecks(tx: Tx) {
  const checks = await selectWaitingChecks(tx)
  return checks.map((check) => ({
    id: check.id,
    state: check.state,
    reason: check.reason,
    submitted_at: check.submitted_at.toISOString(),
    user: { id: check.user_id, name: check.user_name, email: check.user_email },
  }))
}

/** How many of them there are. */
export async function waitingCheckCount(tx: Tx, who: WaitsFor): Promise<WaitingCount> {
  return countWaitingChecks(tx, who)
}
