import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Waiting } from '#kit/pick-page.ts'
import { toWire } from '#money/micro-usd.ts'
import type { Approval } from './contract.ts'
import { approvalDaysNow, limitsNow } from './limit.ts'
import { expiryOf, GONE_COUNTS_FOR, rolesFor, whyNotSecond } from './rules.ts'
import { countWaiting, selectAnyOther, selectWaiting, type WaitingRow } from './store.ts'

/** Everything that waits for a second administrator, newest first, as this one may see and decide it. */
export async function waitingApprovals(tx: Tx, clock: Clock, asker: Administrator) {
  const than = { but: [asker.userId], since: new Date(clock.now().getTime() - GONE_COUNTS_FOR) }
  const days = await approvalDaysNow(tx)
  const limits = await limitsNow(tx)
  return {
    items: (await selectWaiting(tx)).map((row) => onWire(row, asker, days)),
    limit: toWire(limits.each),
    daily_limit: toWire(limits.daily),
    others: {
      reviewers: await selectAnyOther(tx, rolesFor('update investment'), than),
      owners: await selectAnyOther(tx, rolesFor('set roles'), than),
    },
  }
}

/** How many wait for a second administrator, and since when. */
export async function waitingApprovalCount(tx: Tx): Promise<Waiting> {
  return countWaiting(tx)
}

function onWire(row: WaitingRow, asker: Administrator, days: number): Approval {
  const { id, kind, subject_kind, subject_id, concerns, also_concerns, asked_by, asked_at } = row
  const { reason, why, changes, moved } = row
  return {
    ...{ id, kind, subject_kind, subject_id, also_concerns, reason, why, changes },
    concerns: concerns === null ? null : { id: concerns, name: row.concerns_name ?? '' },
    asked_by: { id: asked_by, name: row.asked_by_name },
    asked_at: asked_at.toISOString(),
    expires_at: expiryOf(asked_at, days).toISOString(),
    moved: moved === null ? null : toWire(moved),
    mine: asked_by === asker.userId,
    may_decide: whyNotSecond(row, asker) === null,
  }
}
