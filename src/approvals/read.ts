import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { keyOfTime, readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf, readLimit } from '#lists/page.ts'
import type { WaitingCount } from '#lists/pick-page.ts'
import { toWire } from '#money/micro-usd.ts'
import { colleaguesAt } from './anybody-else.ts'
import { type Approval, APPROVAL_KINDS, type ApprovalKind } from './contract.ts'
import { approvalDaysNow, limitsNow } from './limit.ts'
import { expiryOf, holdsRole, isPayout } from './rules.ts'
import { isOneHand, isThere, whyNotSecond } from './second-rules.ts'
import {
  countWaitingApprovals,
  lockApproval,
  selectWaitingApprovals,
  selectWaitingAskedBy,
  selectWaitingSubjects,
  type WaitingRow,
} from './store.ts'

/** What of the list is asked for: a page, of all that waits or of what waits on one subject or is of one kind. */
type WaitingQuery = {
  subject?: string | undefined
  kind?: ApprovalKind | undefined
  cursor?: string | undefined
  limit: number
}

/** A page of what waits for a second administrator, newest first, as this one may see and decide it. */
export async function waitingApprovals(
  tx: Tx,
  actor: Administrator,
  { subject, kind, cursor, limit }: WaitingQuery = { limit: readLimit(undefined) },
) {
  const now = (await databaseClock(tx)).now()
  const colleagues = await colleaguesAt(tx, now)
  const days = await approvalDaysNow(tx)
  const limits = await limitsNow(tx)
  const found = await selectWaitingApprovals(tx, {
    subject,
    kind,
    after: readCursor(cursor, 'newest'),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, ({ id, asked_at }) =>
    writeCursor('newest', { key: keyOfTime(asked_at), id }),
  )
  return {
    items: rows.map((row) =>
      onWire(row, { days, whyNot: whyNotSecond(row, actor, colleagues), mine: row.asked_by === actor.userId }),
    ),
    next_cursor,
    limit: toWire(limits.each),
    daily_limit: toWire(limits.daily),
    others: {
      reviewers: isThere('update investment', colleagues, [actor.userId]),
      owners: isThere('set roles', colleagues, [actor.userId]),
    },
  }
}

/** The ids of what waits for a second administrator, whatever it is about. */
export function waitingSubjects(tx: Tx): Promise<string[]> {
  return selectWaitingSubjects(tx)
}

/** Whether what waits is a payout of what was asked for, and no correction. */
export async function isPayoutWaiting(tx: Tx, id: string): Promise<boolean> {
  const approval = await lockApproval(tx, id)
  return approval !== undefined && isPayout(approval)
}

/**
 * How many requests this administrator may decide, out of all that wait for a second one, and the ids of what these
 * are about: nobody decides on that otherwise meanwhile. As `whyNotSecond` has it for each.
 */
export async function waitingApprovalCount(
  tx: Tx,
  actor: Administrator,
): Promise<{ waiting: WaitingCount; subjects: string[] }> {
  const { userId, roles } = actor
  const kinds = APPROVAL_KINDS.filter((kind) => holdsRole(kind, roles))
  return {
    waiting: await countWaitingApprovals(tx, { userId, kinds, but: await notAsSecond(tx, actor) }),
    subjects: await selectWaitingSubjects(tx),
  }
}

/** What waits that this administrator cannot decide because of where they have their role from: hardly ever anything. */
async function notAsSecond(tx: Tx, actor: Administrator): Promise<string[]> {
  const colleagues = await colleaguesAt(tx, (await databaseClock(tx)).now())
  const isMine = (id: string) => APPROVAL_KINDS.some((kind) => isOneHand(kind, colleagues, actor.userId, id))
  const askers = colleagues.map(({ id }) => id).filter((id) => id !== actor.userId && isMine(id))
  if (askers.length === 0) return []
  const asked = await selectWaitingAskedBy(tx, askers)
  return asked.filter((row) => whyNotSecond(row, actor, colleagues) !== null).map(({ id }) => id)
}

type ToReader = { days: number; whyNot: string | null; mine: boolean }

function onWire(row: WaitingRow, { days, whyNot, mine }: ToReader): Approval {
  const { id, kind, subject_kind, subject_id, concerns, also_concerns, asked_by, asked_at } = row
  const { name, reason, why, own_step, changes, moved } = row
  return {
    ...{ id, kind, subject_kind, subject_id, name, also_concerns, reason, why, own_step, changes },
    concerns: concerns === null ? null : { id: concerns, name: row.concerns_name ?? '' },
    asked_by: { id: asked_by, name: row.asked_by_name },
    asked_at: asked_at.toISOString(),
    expires_at: expiryOf(asked_at, days).toISOString(),
    moved: moved === null ? null : toWire(moved),
    mine,
    may_decide: whyNot === null,
    why_not: whyNot,
  }
}
