import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { type Cursor, isByTime, writeCursor } from './cursor.ts'
import {
  type Condition,
  columnOf,
  isDescending,
  type Listing,
  meant,
  narrowing,
  ofAnyone,
  ownBeginnings,
} from './narrowing.ts'
import { type Page, pageOf } from './page.ts'
import type { Sort } from './contract.ts'

/** How many records wait for somebody, when the oldest of them was made, and how many wait in all, for whomever. */
export type WaitingCount = { count: number; oldest: Date | null; all: number }

/** Whom a count is for: nobody decides their own, nor what waits already for a second administrator. */
export type WaitsFor = { userId: string; butNot: readonly string[] }

/** What a store asks for to count what waits: those of its records that somebody may decide, out of all of them. */
export function waitingColumns(mayDecide: RawBuilder<SqlBool>, made: string) {
  return [
    sql<number>`(count(*) FILTER (WHERE ${mayDecide}))::integer`.as('count'),
    sql<Date | null>`min(${sql.ref(made)}) FILTER (WHERE ${mayDecide})`.as('oldest'),
    sql<number>`count(*)::integer`.as('all'),
  ]
}

/** The ids of one page in order, and the cursor of the next. Everything else about a record is read by its id. */
export type Picked = { ids: string[]; next_cursor: string | null }

/** Up to which point a search goes one way rather than another; what it finds is the same. */
const BOUNDS = {
  /** so many at most are looked up one by one; where more are meant, there are some close by */
  few: 2000,
  /** how far to look for those before all records are gone through */
  closeBy: 5000,
}

/**
 * Finds the records of a page: exactly those that the page asks for, in its order.
 *
 * Words are looked for in people first and never in people joined with records: one walk over the people (or less, where
 * many are found) says who is meant, and the records are then found through indexes, whatever the order and whatever
 * else narrows the list.
 */
export async function pickPage(tx: Tx, listing: Listing, page: Page<string>, bounds = BOUNDS): Promise<Picked> {
  const { sort, limit, q } = page
  const search = { tx, listing, page, bounds }
  const rows =
    q === undefined
      ? await firstOfAll(search)
      : merged(sort, [...(await byPeople(search, q)), ...(await byThemselves(search, q))])
  const { rows: picked, next_cursor } = pageOf(rows, limit, (last) => writeCursor(sort, last))
  return { ids: picked.map(({ id }) => id), next_cursor }
}

/** Puts what was read by ids into their order. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Search = { tx: Tx; listing: Listing; page: Page<string>; bounds: typeof BOUNDS }

/** Those whose people have the words in their names or e-mails. */
async function byPeople(search: Search, q: string): Promise<Cursor[]> {
  const { tx, listing, page, bounds } = search
  const isMeant = meant(listing, q)
  const { rows: people } = await sql<{ id: string }>`
    SELECT id FROM app_user AS person WHERE ${isMeant} LIMIT ${bounds.few + 1}`.execute(tx)
  if (people.length === 0) return []
  if (people.length <= bounds.few) {
    const ids = people.map(({ id }) => id)
    return allWhere(
      search,
      ofAnyone(listing, (column) => sql`${column} = ANY(${ids})`),
    )
  }
  // A person is read as a value: EXISTS and joins may be answered by reading everybody first.
  const isOfOne = ofAnyone(
    listing,
    (column) => sql`(SELECT ${isMeant} FROM app_user AS person WHERE person.id = ${column})`,
  )
  const closeBy = await closeByWhere(search, listing.people, isOfOne)
  if (closeBy !== undefined) return closeBy
  // IS TRUE, or it becomes a join, for which the planner has to guess how many are meant.
  const isOfMany = ofAnyone(listing, (column) => sql`${column} IN (SELECT id FROM meant)`)
  const { rows } = await sql<Cursor>`
    WITH meant AS MATERIALIZED (SELECT id FROM app_user AS person WHERE ${isMeant})
    SELECT id, ${keyOf(listing, page.sort)} AS key FROM ${sql.table(listing.table)} AS record
    WHERE ${narrowing(listing, page)} AND ${isOfMany} IS TRUE
    ${orderOf(listing, page.sort)} LIMIT ${page.limit + 1}`.execute(tx)
  return rows
}

/** Those whose ids, or what else stands in them, begin with the words. */
async function byThemselves(search: Search, q: string): Promise<Cursor[]> {
  const { tx, listing, bounds } = search
  const found: Cursor[] = []
  for (const condition of ownBeginnings(listing, q)) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (
        SELECT FROM ${sql.table(listing.table)} AS record WHERE ${condition} LIMIT ${bounds.few + 1}
      ) AS found`.execute(tx)
    const count = rows[0]?.count ?? 0
    const closeBy = count > bounds.few ? await closeByWhere(search, listing.begins, condition) : undefined
    if (count > 0) found.push(...(closeBy ?? (await allWhere(search, condition))))
  }
  return found
}

/** The records of the page for which a condition holds, found by that condition whatever their order. */
async function allWhere({ tx, listing, page }: Search, condition: Condition): Promise<Cursor[]> {
  const { rows } = await sql<Cursor>`
    WITH found AS MATERIALIZED (
      SELECT id, ${columnOf(listing, page.sort)} FROM ${sql.table(listing.table)} AS record
      WHERE ${narrowing(listing, page)} AND ${condition}
    )
    SELECT id, ${keyOf(listing, page.sort)} AS key FROM found ${orderOf(listing, page.sort)} LIMIT ${page.limit + 1}`.execute(
    tx,
  )
  return rows
}

/**
 * The records of the page for which a condition holds, by looking at the first of the list one after the other; undefined
 * where too few of them are close by, and others may be further on.
 */
async function closeByWhere(
  search: Search,
  columns: readonly string[],
  condition: Condition,
): Promise<Cursor[] | undefined> {
  const { tx, listing, page, bounds } = search
  const near = first(listing, page, columns, bounds.closeBy)
  const { rows } = await sql<Cursor>`
    SELECT record.id, ${keyOf(listing, page.sort)} AS key FROM (${near}) AS record
    WHERE ${condition} ${orderOf(listing, page.sort)} LIMIT ${page.limit + 1}`.execute(tx)
  if (rows.length > page.limit) return rows
  const { rows: counted } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${near}) AS record`.execute(tx)
  return (counted[0]?.count ?? 0) < bounds.closeBy ? rows : undefined
}

/** The first records of the list, one more than the page takes. */
async function firstOfAll({ tx, listing, page }: Search): Promise<Cursor[]> {
  const { rows } = await sql<Cursor>`
    SELECT id, ${keyOf(listing, page.sort)} AS key FROM (${first(listing, page, [], page.limit + 1)}) AS record
    ${orderOf(listing, page.sort)}`.execute(tx)
  return rows
}

/**
 * The first records of the list in order: what orders them, and further columns. Each state is gone through on its own, because those of one state lie close
 * together: a walk through all would find the oldest that are approved behind everything that is completed.
 */
function first(listing: Listing, page: Page<string>, further: readonly string[], limit: number) {
  const { sort, statuses } = page
  const columns = [...new Set(['id', isByTime(sort) ? (listing.made ?? 'created_at') : 'amount', ...further])]
  const of = (narrowed: Page<string>) => sql`(
    SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(listing.table)} AS record
    WHERE ${narrowing(listing, narrowed)} ${orderOf(listing, sort)} LIMIT ${limit})`
  if (statuses === undefined) return of(page)
  const each = sql.join(
    statuses.map((status) => of({ ...page, statuses: [status] })),
    sql` UNION ALL `,
  )
  return sql`SELECT * FROM (${each}) AS record ${orderOf(listing, sort)} LIMIT ${limit}`
}

function orderOf(listing: Listing, sort: Sort) {
  const direction = isDescending(sort) ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${columnOf(listing, sort)} ${direction}, id ${direction}`
}

/** A record's key as a cursor carries it. */
function keyOf(listing: Listing, sort: Sort) {
  return isByTime(sort)
    ? sql`to_char(${columnOf(listing, sort)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`amount::text`
}

/** What was found in several ways, each once and in order. */
function merged(sort: Sort, found: readonly Cursor[]): Cursor[] {
  const byId = new Map(found.map((cursor) => [cursor.id, cursor]))
  const upwards = [...byId.values()].toSorted(
    (one, other) => compareKeys(sort, one, other) || compare(one.id, other.id),
  )
  return isDescending(sort) ? upwards.toReversed() : upwards
}

function compareKeys(sort: Sort, one: Cursor, other: Cursor): number {
  return isByTime(sort) ? compare(one.key, other.key) : compare(BigInt(one.key), BigInt(other.key))
}

function compare<Comparable extends string | bigint>(one: Comparable, other: Comparable): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
