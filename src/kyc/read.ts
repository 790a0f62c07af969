import type { Tx } from '#kit/database.ts'
import type { WaitingCount, WaitsFor } from '#lists/pick-page.ts'
import type { KycState } from '#users/contract.ts'
import { findUser } from '#users/find.ts'
import type { ListCount } from '#lists/contract.ts'
import { readPage, type ListPageQuery } from '#lists/page.ts'
import { refuse } from '#kit/refusal.ts'
import { CHECK_STATES, type IdentityCheck } from './contract.ts'
import {
  countCheckList,
  countWaitingChecks,
  selectChecks,
  selectChecksByIds,
  selectNewestCheck,
  selectWaitingChecks,
  type ListedCheck,
} from './store.ts'

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

/** When the newest identity check of a user was decided; null if it waits, or there is none. */
export async function checkDecidedAt(tx: Tx, userId: string): Promise<Date | null> {
  return (await selectNewestCheck(tx, userId))?.decided_at ?? null
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

/** Identity checks for the desk, in pages; `status` is their state. 422 for anything that cannot be read. */
export async function listChecks(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: IdentityCheck[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectChecks(tx, readPage(asked, CHECK_STATES))
  return { items: rows.map(onWire), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for anything that cannot be read. */
export async function countChecks(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countCheckList(tx, readPage({ ...asked, limit: 0 }, CHECK_STATES))
}

/** One identity check. 404 if there is none. */
export async function findCheck(tx: Tx, id: string): Promise<IdentityCheck> {
  const [row] = await selectChecksByIds(tx, [id])
  return row === undefined ? refuse('not found', 'There is no such identity check.') : onWire(row)
}

function onWire(row: ListedCheck): IdentityCheck {
  const { id, state, reason, submitted_at, decided_at, user_id, name, email, phone, country, created_at } = row
  return {
    ...{ id, state, reason },
    submitted_at: submitted_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    user: { id: user_id, name, email, phone, country, created_at: created_at.toISOString() },
  }
}

/** How many of those that wait there are. */
export async function waitingCheckCount(tx: Tx, who: WaitsFor): Promise<WaitingCount> {
  return countWaitingChecks(tx, who)
}
