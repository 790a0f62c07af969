import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { WaitingCount, WaitsFor } from '#lists/pick-page.ts'
import type { Administrator } from '#kit/actor.ts'
import type { ListCount } from '#lists/contract.ts'
import { readPage, type ListPageQuery } from '#lists/page.ts'
import { refuse } from '#kit/refusal.ts'
import { CHECK_STATES, type IdentityCheck, type ReasonCode } from './contract.ts'
import { flagsOf } from './flags.ts'
import { holdsOfChecks } from './holds.ts'
import { standingHitsOf } from '#screening/read.ts'
import {
  countCheckList,
  countWaitingChecks,
  selectChecks,
  selectChecksByIds,
  selectCountingCheck,
  selectWaitingChecks,
  type ListedCheck,
} from './store.ts'

/** When the newest identity check of a user was decided; null if it waits, or there is none. */
export async function checkDecidedAt(tx: Tx, userId: string): Promise<Date | null> {
  return (await selectCountingCheck(tx, userId))?.decided_at ?? null
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

/** Whether somebody may see what a check goes by. Support sees how it stands. */
export function maySeeClaims({ roles }: Pick<Administrator, 'roles'>): boolean {
  return roles.includes('owner') || roles.includes('reviewer')
}

/** Identity checks for the desk, in pages; `status` is their state. 422 for anything that cannot be read. */
export async function listChecks(
  tx: Tx,
  clock: Clock,
  actor: Pick<Administrator, 'roles'>,
  asked: ListPageQuery,
): Promise<{ items: IdentityCheck[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectChecks(tx, readPage(asked, CHECK_STATES))
  return { items: await onWire(tx, clock, actor, rows), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for anything that cannot be read. */
export async function countChecks(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countCheckList(tx, readPage({ ...asked, limit: 0 }, CHECK_STATES))
}

/** One identity check. 404 if there is none. */
export async function findCheck(
  tx: Tx,
  clock: Clock,
  actor: Pick<Administrator, 'roles'>,
  id: string,
): Promise<IdentityCheck> {
  const [item] = await onWire(tx, clock, actor, await selectChecksByIds(tx, [id]))
  return item ?? refuse('not found', 'There is no such identity check.')
}

async function onWire(
  tx: Tx,
  clock: Clock,
  actor: Pick<Administrator, 'roles'>,
  rows: readonly ListedCheck[],
): Promise<IdentityCheck[]> {
  const ids = maySeeClaims(actor) ? rows.map(({ id }) => id) : []
  const flags = await flagsOf(tx, ids)
  const holds = await holdsOfChecks(tx, clock, rows)
  const matches = await standingHitsOf(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map((row) => {
    const { id, state, reason, submitted_at, decided_at, user_id, name, email, phone, country, created_at } = row
    return {
      ...{ id, state, reason, matches: matches(user_id), held: holds(id) },
      reason_code: row.reason_code as ReasonCode | null,
      submitted_at: submitted_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
      user: { id: user_id, name, email, phone, country, created_at: created_at.toISOString() },
      flags: flags.get(id) ?? [],
    }
  })
}

/** How many of those that wait there are. */
export async function waitingCheckCount(tx: Tx, who: WaitsFor): Promise<WaitingCount> {
  return countWaitingChecks(tx, who)
}
