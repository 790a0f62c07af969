import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { SavedFilter } from './contract.ts'
import type { SavedList, SavedSearch } from './rules.ts'

type NewFilter = { id: string; user_id: string; list: SavedList; name: string; search: SavedSearch; created_at: Date }

/** One at a time for each administrator, so that none comes above the most there may be. */
export async function lockFiltersOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`saved filters/${userId}`}, 0))`.execute(tx)
}

export async function selectFilters(tx: Tx, userId: string): Promise<SavedFilter[]> {
  const rows = await tx
    .selectFrom('saved_filter')
    .select(['id', 'list', 'name', 'search'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows as SavedFilter[]
}

/** In place of the one of the same list that has the name. */
export async function putFilter(tx: Tx, { search, ...row }: NewFilter): Promise<void> {
  const text = JSON.stringify(search)
  await tx
    .insertInto('saved_filter')
    .values({ ...row, search: text })
    .onConflict((has) => has.columns(['user_id', 'list', 'name']).doUpdateSet({ search: text }))
    .execute()
}

/** Whether there was one. */
export async function nameFilter(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_filter')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether there was one. */
export async function deleteFilter(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_filter')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
