import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { ListCount } from '#lists/contract.ts'
import { type ListPageQuery, readPage } from '#lists/page.ts'
import type { WaitingCount, WaitsFor } from '#lists/pick-page.ts'
import type { ScreeningHit, ScreeningImport } from './contract.ts'
import { HIT_STATES } from './rules.ts'
import {
  countHitList,
  countOpenHits,
  countPeople,
  countWaitingHits,
  type ImportRow,
  type ListedHit,
  selectHits,
  selectHitsByIds,
  selectImports,
  selectNewestNumber,
  selectStandingHits,
} from './store.ts'

/** Imports that are shown. */
const MOST_IMPORTS = 50

/** The imports of all lists, newest first, and how far the comparison with them is. */
export async function readLists(tx: Tx) {
  const { people, due } = await countPeople(tx, await selectNewestNumber(tx))
  return {
    items: (await selectImports(tx, MOST_IMPORTS)).map((row) => importOnWire(row, row.by_name)),
    people,
    to_compare: due,
    open_hits: await countOpenHits(tx),
  }
}

export function importOnWire(row: ImportRow, byName: string): ScreeningImport {
  const { id, list, format, published_on, persons, names, left_out, added, changed, removed } = row
  return {
    ...{ id, list, format, published_on, persons, names, left_out, added, changed, removed },
    imported_at: row.imported_at.toISOString(),
    imported_by: { id: row.imported_by, name: byName },
  }
}

/** Hits for the desk, in pages; `status` is their state. 422 for anything that cannot be read. */
export async function listHits(
  tx: Tx,
  asked: ListPageQuery,
): Promise<{ items: ScreeningHit[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectHits(tx, readPage(asked, HIT_STATES))
  return { items: rows.map(hitOnWire), next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for anything that cannot be read. */
export async function countHits(tx: Tx, asked: Omit<ListPageQuery, 'limit'>): Promise<ListCount> {
  return countHitList(tx, readPage({ ...asked, limit: 0 }, HIT_STATES))
}

/** One hit. 404 if there is none. */
export async function findHit(tx: Tx, id: string): Promise<ScreeningHit> {
  const [row] = await selectHitsByIds(tx, [id])
  return row === undefined ? refuse('not found', 'There is no such match.') : hitOnWire(row)
}

/** How many hits of each of these users are open, and how many confirmed. */
export async function standingHitsOf(
  tx: Tx,
  userIds: readonly string[],
): Promise<(userId: string) => { open: number; confirmed: number }> {
  const hits = userIds.length === 0 ? [] : await selectStandingHits(tx, userIds)
  const count = (userId: string, state: 'open' | 'confirmed') =>
    hits.filter((hit) => hit.user_id === userId && hit.state === state).length
  return (userId) => ({ open: count(userId, 'open'), confirmed: count(userId, 'confirmed') })
}

/** How many of those that wait there are. */
export async function waitingHitCount(tx: Tx, who: WaitsFor): Promise<WaitingCount> {
  return countWaitingHits(tx, who)
}

function hitOnWire(row: ListedHit): ScreeningHit {
  const { id, state, user_id, user_name, email, list, uid, name, score, still_listed, decided_by, decided_by_name } =
    row
  return {
    ...{ id, state, list, uid, name, score, still_listed, reason: row.reason },
    user: { id: user_id, name: user_name, email },
    approved: row.kyc === 'approved',
    why: row.why as ScreeningHit['why'],
    listed: row.listed as ScreeningHit['listed'],
    found_at: row.found_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    taken_back_at: row.taken_back_at?.toISOString() ?? null,
    decided_by: decided_by === null ? null : { id: decided_by, name: decided_by_name ?? '' },
  }
}
