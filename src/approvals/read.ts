import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Waiting } from '#kit/pick-page.ts'
import { toWire } from '#money/micro-usd.ts'
import type { Approval } from './contract.ts'
import { approvalDaysNow, limitsNow } from './limit.ts'
import { expiryOf, GONE_COUNTS_FOR, rolesFor, whyNotSecond } from './rules.ts'
import { selectAnyOther, selectWaiting, type WaitingRow } from './store.ts'

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

/**
 * How many requests this administrator may decide, out of all that wait for a second one, and the ids of what these
 * are about: nobody decides on that otherwise meanwhile.
 */
export async function waitingApprovalCount(
  tx: Tx,
  asker: Administrator,
): Promise<{ waiting: Waiting; subjects: string[] }> {
  const rows = await selectWaiting(tx)
  // newest first
  const theirs = rows.filter((row) => whyNotSecond(row, asker) === null)
  return {
    waiting: { count: theirs.length, oldest: theirs.at(-1)?.asked_at ?? null, all: rows.length },
    subjects: rows.map(({ subject_id }) => subject_id),
  }
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
