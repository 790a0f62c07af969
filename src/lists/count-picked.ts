import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { ListCount } from './contract.ts'
import { type Condition, type Listing, meant, narrowing, ofAnyone, ownBeginnings } from './narrowing.ts'
import type { Page } from './page.ts'

/** So many are counted at most: what is looked through for it has to end somewhere, however long a list grows. */
export const MOST_COUNTED = 100_000

/** `few`: so many people at most are looked up one by one, as for a page. */
const BOUNDS = { few: 2000, most: MOST_COUNTED }

/**
 * How many records a list has in all, as it is narrowed and searched: as many as its pages have together, up to
 * MOST_COUNTED. It is read apart from the pages, so that these never wait for it.
 */
export async function countPicked(tx: Tx, listing: Listing, page: Page<string>, bounds = BOUNDS): Promise<ListCount> {
  const { q } = page
  const { few, most } = bounds
  const narrowed = narrowing(listing, { ...page, after: undefined })
  const of = (condition: Condition) =>
    sql`(SELECT record.id FROM ${sql.table(listing.table)} AS record WHERE ${narrowed} AND ${condition} LIMIT ${most + 1})`
  if (q === undefined) return countUpTo(tx, of(sql`true`), most)
  const ways = [await ofPeople(tx, listing, q, few), ...ownBeginnings(listing, q)]
  // one record may be found in several ways
  return countUpTo(tx, sql.join(ways.map(of), sql` UNION `), most)
}

/** How many rows a query finds, of which each part ends after one more than `most`. */
export async function countUpTo(tx: Tx, found: RawBuilder<unknown>, most = MOST_COUNTED): Promise<ListCount> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (${found}) AS found`.execute(tx)
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, most), more: count > most }
}

/** Whether the words are in the name or e-mail of somebody behind a record. */
async function ofPeople(tx: Tx, listing: Listing, q: string, few: number): Promise<Condition> {
  const isMeant = meant(listing, q)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM app_user AS person WHERE ${isMeant} LIMIT ${few + 1}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length <= few) return ofAnyone(listing, (column) => sql`${column} = ANY(${ids})`)
  // IS TRUE, or it becomes a join, for which the planner has to guess how many are meant.
  const everybody = sql`(SELECT id FROM app_user AS person WHERE ${isMeant})`
  return sql`${ofAnyone(listing, (column) => sql`${column} IN ${everybody}`)} IS TRUE`
}
