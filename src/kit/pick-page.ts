import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from './database.ts'
import type { DB } from './database-schema.ts'
import { beginningWith, containing, isByTime, type Page, writeCursor } from './page.ts'

/** How the records of a table are listed. Each has an id and a time of making; those with an amount are ordered by it too. */
export type Listing = {
  table: keyof DB
  /** whose states a list is narrowed to */
  status: string
  /** the columns with the ids of the people behind a record, by whose names and e-mails it is found; the first is whose it is */
  people: readonly string[]
  /** columns of its own that are searched anywhere */
  contains: readonly string[]
  /** columns of its own that are searched from the beginning; each with an index over lower(column) text_pattern_ops */
  begins: readonly string[]
}

/** How many records wait for something, and when the oldest of them was made. */
export type Waiting = { count: number; oldest: Date | null }

/** The ids of one page in order, and the cursor of the next. Everything about a record but its order is read by its id. */
export type Picked = { ids: string[]; next_cursor: string | null }

/**
 * Finds the records of a page. Those that `also` names come on top of what the page is narrowed to.
 */
export async function pickPage(
  tx: Tx,
  listing: Listing,
  page: Page<string>,
  also: readonly RawBuilder<SqlBool>[] = [],
): Promise<Picked> {
  const { sort, limit } = page
  const byTime = isByTime(sort)
  const column = sql.ref(byTime ? 'created_at' : 'amount')
  const key = byTime ? sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : sql`amount::text`
  const direction = sort === 'newest' || sort === 'largest' ? sql`DESC` : sql`ASC`
  const conditions = [...narrowing(listing, page), ...also]
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT id, ${key} AS key FROM ${sql.table(listing.table)} AS record
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit + 1}`.execute(tx)
  const picked = rows.slice(0, limit)
  const last = picked.at(-1)
  return {
    ids: picked.map(({ id }) => id),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(sort, last) : null,
  }
}

/** Puts what was read by ids into their order. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function narrowing(listing: Listing, page: Page<string>): RawBuilder<SqlBool>[] {
  const { sort, after, q, statuses, from, to, min, max, user } = page
  const conditions = [sql<SqlBool>`true`]
  if (after !== undefined) {
    const than = sort === 'newest' || sort === 'largest' ? sql`<` : sql`>`
    conditions.push(
      isByTime(sort)
        ? sql`(created_at, id) ${than} (${after.key}::timestamptz, ${after.id}::uuid)`
        : sql`(amount, id) ${than} (${after.key}::bigint, ${after.id}::uuid)`,
    )
  }
  if (statuses !== undefined) conditions.push(sql`${sql.ref(listing.status)} = ANY(${statuses})`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}`)
  if (min !== undefined) conditions.push(sql`amount >= ${min}`)
  if (max !== undefined) conditions.push(sql`amount <= ${max}`)
  const [owner] = listing.people
  if (user !== undefined && owner !== undefined) conditions.push(sql`${sql.ref(owner)} = ${user}`)
  if (q !== undefined) conditions.push(matching(listing, q))
  return conditions
}

function matching({ people, contains, begins }: Listing, q: string): RawBuilder<SqlBool> {
  const [anywhere, beginning] = [containing(q), beginningWith(q)]
  return sql`(${sql.join(
    [
      sql`record.id::text LIKE ${beginning}`,
      ...contains.map((column) => sql`lower(${sql.ref(column)}) LIKE ${anywhere}`),
      ...begins.map((column) => sql`lower(${sql.ref(column)}) LIKE ${beginning}`),
      ...people.map(
        (column) => sql`EXISTS (
          SELECT FROM app_user AS person WHERE person.id = record.${sql.ref(column)}
            AND (lower(person.name) LIKE ${anywhere} OR lower(person.email) LIKE ${anywhere} OR person.id::text LIKE ${beginning}))`,
      ),
    ],
    sql` OR `,
  )})`
}
