import { sql, type Insertable, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { ScreeningHit, ScreeningImport } from '#kit/database-schema.ts'
import { countPicked } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Listing } from '#lists/narrowing.ts'
import type { Page } from '#lists/page.ts'
import { inOrder, pickPage, type WaitingCount, waitingColumns, type WaitsFor } from '#lists/pick-page.ts'
import type { UserRow } from '#users/find.ts'
import type { HitState, ListName } from './rules.ts'

export type HitRow = Selectable<ScreeningHit>
export type ImportRow = Selectable<ScreeningImport>

const LISTING: Listing = {
  table: 'screening_hit',
  made: 'found_at',
  status: 'state',
  people: ['user_id'],
  named: ['name', 'email'],
  begins: [],
}

/** A hit with whose it is, who decided on it, and whether its entry is on the list still. */
export type ListedHit = HitRow &
  Pick<UserRow, 'email' | 'kyc'> & { user_name: string; decided_by_name: string | null; still_listed: boolean }

/** A page of all hits. */
export async function selectHits(
  tx: Tx,
  page: Page<HitState>,
): Promise<{ rows: ListedHit[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, LISTING, page)
  return { rows: inOrder(ids, await selectHitsByIds(tx, ids)), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countHitList(tx: Tx, page: Page<HitState>): Promise<ListCount> {
  return countPicked(tx, LISTING, page)
}

/** Those with these ids, in no order. */
export async function selectHitsByIds(tx: Tx, ids: readonly string[]): Promise<ListedHit[]> {
  return tx
    .selectFrom('screening_hit as hit')
    .innerJoin('app_user', 'app_user.id', 'hit.user_id')
    .leftJoin('app_user as decider', 'decider.id', 'hit.decided_by')
    .selectAll('hit')
    .select(['app_user.name as user_name', 'app_user.email', 'app_user.kyc', 'decider.name as decided_by_name'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('screening_entry as entry')
            .select('entry.id')
            .whereRef('entry.list', '=', 'hit.list')
            .whereRef('entry.uid', '=', 'hit.uid'),
        )
        .$castTo<boolean>()
        .as('still_listed'),
    )
    .where(sql<boolean>`hit.id = ANY(${ids}::uuid[])`)
    .execute()
}

/** Locks a hit. */
export async function lockHit(tx: Tx, id: string): Promise<HitRow | undefined> {
  return tx.selectFrom('screening_hit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function changeHit(
  tx: Tx,
  id: string,
  changed: Pick<HitRow, 'state' | 'decided_at' | 'decided_by' | 'reason'>,
): Promise<void> {
  await tx.updateTable('screening_hit').set(changed).where('id', '=', id).execute()
}

/**
 * Writes down hits; one that is there already, whatever was decided about it, is left as it is: but for what was cleared
 * since the account was taken back, which is found anew.
 */
export async function insertHits(tx: Tx, hits: readonly Insertable<ScreeningHit>[]): Promise<void> {
  if (hits.length === 0) return
  await tx
    .insertInto('screening_hit')
    .values([...hits])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes back the hits of somebody that were found from a moment on: open ones are set aside, of confirmed ones it is said.
 * Answers which, as they are then.
 */
export async function takeHitsBack(
  tx: Tx,
  userId: string,
  since: Date,
  at: Date,
): Promise<Pick<HitRow, 'id' | 'list' | 'name' | 'state'>[]> {
  return tx
    .updateTable('screening_hit')
    .set({
      state: sql`CASE state WHEN 'open' THEN 'set aside' ELSE state END`,
      taken_back_at: sql`CASE state WHEN 'open' THEN NULL ELSE ${at}::timestamptz END`,
    })
    .where('user_id', '=', userId)
    .where('found_at', '>=', since)
    .where(sql<boolean>`state = ANY('{open,confirmed}')`)
    .returning(['id', 'list', 'name', 'state'])
    .execute()
}

/** The hits of somebody that were taken back, and not cleared since. */
export async function selectTakenBack(tx: Tx, userId: string): Promise<KeptHit[]> {
  return tx.selectFrom('screening_hit').select(KEPT).where('user_id', '=', userId).where(TAKEN_BACK).execute()
}

/** Has hits that were taken back stand as they did before, found at this moment. */
export async function bringHitsBack(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('screening_hit')
    .set({ state: sql`CASE state WHEN 'set aside' THEN 'open' ELSE state END`, taken_back_at: null, found_at: at })
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where(TAKEN_BACK)
    .execute()
}

const TAKEN_BACK = sql<boolean>`(state = 'set aside' OR (state = 'confirmed' AND taken_back_at IS NOT NULL))`

/** The states of the hits of these users that are open or confirmed, with their lists. */
export async function selectStandingHits(
  tx: Tx,
  userIds: readonly string[],
): Promise<Pick<HitRow, 'user_id' | 'state' | 'list' | 'taken_back_at'>[]> {
  return tx
    .selectFrom('screening_hit')
    .select(['user_id', 'state', 'list', 'taken_back_at'])
    .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
    .where(sql<boolean>`state = ANY('{open,confirmed}')`)
    .execute()
}

/** What a list said of somebody when a match with them was found. */
export type KeptHit = Pick<HitRow, 'id' | 'list' | 'uid' | 'entry_hash' | 'name' | 'listed' | 'why'>

const KEPT = ['id', 'list', 'uid', 'entry_hash', 'name', 'listed', 'why'] as const

/**
 * The confirmed hits that might be somebody with these keys, of whom their list does not say the same any more. Each key by
 * itself, as of the lists' names: see `selectCandidates`. One whose keys are not known has `*`, which is nobody's.
 */
export async function selectConfirmed(tx: Tx, keys: readonly string[]): Promise<KeptHit[]> {
  const { rows } = await sql<KeptHit>`
    SELECT DISTINCT ON (id) found.* FROM unnest(${['*', ...keys]}::text[]) AS asked (key) CROSS JOIN LATERAL (
      SELECT ${sql.join(KEPT.map((column) => sql.ref(column)))} FROM screening_hit AS hit
      WHERE state = 'confirmed' AND coalesce(keys, '{*}') @> ARRAY[asked.key]
        AND NOT EXISTS (SELECT FROM screening_entry AS entry
          WHERE entry.list = hit.list AND entry.uid = hit.uid AND entry.hash = hit.entry_hash)
      OFFSET 0
    ) AS found`.execute(tx)
  return rows
}

export async function countOpenHits(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('screening_hit')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

/** How many hits wait for somebody to look at them, and when the oldest of them was found. */
export async function countWaitingHits(tx: Tx, { userId }: WaitsFor): Promise<WaitingCount> {
  return tx
    .selectFrom('screening_hit')
    .select(waitingColumns(sql`user_id <> ${userId}`, 'found_at'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}

/** How many people are compared, and how many of them not yet with the newest import. */
export async function countPeople(tx: Tx, newest: bigint): Promise<{ people: number; due: number }> {
  return tx
    .selectFrom('screening_person')
    .select([
      sql<number>`count(*)::integer`.as('people'),
      sql<number>`(count(*) FILTER (WHERE compared_with < ${newest}))::integer`.as('due'),
    ])
    .executeTakeFirstOrThrow()
}

/** Writes down up to which import somebody has been compared. */
export async function upsertPerson(tx: Tx, userId: string, comparedWith: bigint, at: Date): Promise<void> {
  const changed = { compared_with: comparedWith, compared_at: at }
  await tx
    .insertInto('screening_person')
    .values({ user_id: userId, ...changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}

/** Has somebody compared again with all lists. */
export async function makePersonDue(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('screening_person').set({ compared_with: 0n }).where('user_id', '=', userId).execute()
}

/** Has somebody compared no more, until they are screened again. */
export async function deletePerson(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('screening_person').where('user_id', '=', userId).execute()
}

/** Those of these users who have been compared with the newest import. */
export async function selectUpToDate(tx: Tx, userIds: readonly string[], newest: bigint): Promise<string[]> {
  const rows = await tx
    .selectFrom('screening_person')
    .select('user_id')
    .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
    .where('compared_with', '>=', newest)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Locks some who were not compared with the newest import, the longest first, but for these; those whom another process
 * has are left out.
 */
export async function lockDuePeople(tx: Tx, newest: bigint, most: number, but: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('screening_person')
    .select('user_id')
    .where('compared_with', '<', newest)
    .where(sql<boolean>`user_id <> ALL(${but}::uuid[])`)
    .orderBy('compared_with')
    .orderBy('user_id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The number of the newest import; 0 before the first. */
export async function selectNewestNumber(tx: Tx): Promise<bigint> {
  const row = await tx
    .selectFrom('screening_import')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0n
}

/** The newest import of a list. */
export async function selectNewestImport(tx: Tx, list: ListName): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('screening_import')
    .selectAll()
    .where('list', '=', list)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest imports of all lists, with who made them. */
export async function selectImports(tx: Tx, most: number): Promise<(ImportRow & { by_name: string })[]> {
  return tx
    .selectFrom('screening_import')
    .innerJoin('app_user', 'app_user.id', 'imported_by')
    .selectAll('screening_import')
    .select('app_user.name as by_name')
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
}
