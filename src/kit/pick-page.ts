import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from './database.ts'
import type { DB } from './database-schema.ts'
import { beginningWith, containing, isByTime, type Page, type Place, writeCursor } from './page.ts'
import type { Sort } from './wire.ts'

/** How the records of a table are listed. Each has an id and a time of making; those with an amount are ordered by it too. */
export type Listing = {
  table: keyof DB
  /** the column of the states that a list is narrowed to */
  status: string
  /** the columns with the ids of the people by whom a record is found; the first is whose it is */
  people: readonly [string, ...string[]]
  /** what a person is found by: any part of it */
  named: readonly ('name' | 'email' | 'phone')[]
  /** further columns that a record is found by: their beginning; each has an index over lower(column) text_pattern_ops */
  begins: readonly string[]
  /** what holds for every record of the list, besides */
  only?: RawBuilder<SqlBool>
}

/** How many records wait for something, and when the oldest of them was made. */
export type Waiting = { count: number; oldest: Date | null }

/** The ids of one page in order, and the cursor of the next. Everything else about a record is read by its id. */
export type Picked = { ids: string[]; next_cursor: string | null }

/** Up to which point a search goes one way rather than another; what it finds is the same. */
const BOUNDS = {
  /** so many people at most are looked up one by one; where more are found, there are records of theirs close by */
  few: 2000,
  /** how far to look for those before all records are gone through */
  closeBy: 5000,
}
const UUID_DIGITS = 32

/**
 * Finds the records of a page: exactly those that the page asks for, in its order.
 *
 * Words are looked for in people first and never in people joined with records: one walk over the people (or less, where
 * many are found) says who is meant, and the records are then found through indexes, whatever the order and whatever
 * else narrows the list.
 */
export async function pickPage(tx: Tx, listing: Listing, page: Page<string>, bounds = BOUNDS): Promise<Picked> {
  const { sort, limit, q } = page
  const rows =
    q === undefined
      ? await inTheirOrder(tx, listing, page, sql`true`)
      : merged(sort, [...(await ofPeople(tx, listing, page, q, bounds)), ...(await ofThemselves(tx, listing, page, q))])
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

type Condition = RawBuilder<SqlBool>

/** The first records of the page for which a condition holds, one more than the page takes. */
async function inTheirOrder(tx: Tx, listing: Listing, page: Page<string>, condition: Condition): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT id, ${keyOf(page.sort)} AS key FROM (${first(listing, page, condition, page.limit + 1)}) AS record
    ${orderOf(page.sort)}`.execute(tx)
  return rows
}

/**
 * The first records of the list for which a condition holds, in order. Each state is gone through on its own, because
 * those of one state lie close together: a walk through all would find the newest that are completed after everything.
 */
function first(listing: Listing, page: Page<string>, condition: Condition, limit: number) {
  const columns = [...new Set(['id', isByTime(page.sort) ? 'created_at' : 'amount', ...listing.people])]
  const of = (narrowed: Page<string>) => sql`(
    SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(listing.table)} AS record
    WHERE ${narrowing(listing, narrowed)} AND ${condition} ${orderOf(page.sort)} LIMIT ${limit})`
  const { statuses } = page
  if (statuses === undefined) return of(page)
  const each = sql.join(
    statuses.map((status) => of({ ...page, statuses: [status] })),
    sql` UNION ALL `,
  )
  return sql`SELECT * FROM (${each}) AS record ${orderOf(page.sort)} LIMIT ${limit}`
}

/** Those that are found by their people. */
async function ofPeople(
  tx: Tx,
  listing: Listing,
  page: Page<string>,
  q: string,
  { few, closeBy }: typeof BOUNDS,
): Promise<Place[]> {
  const isMeant = meant(listing, q)
  const { rows: people } = await sql<{ id: string }>`
    SELECT id FROM app_user AS person WHERE ${isMeant} LIMIT ${few + 1}`.execute(tx)
  if (people.length === 0) return []
  if (people.length <= few) {
    const ids = people.map(({ id }) => id)
    const found: Place[] = []
    for (const column of listing.people) {
      found.push(...(await inTheirOrder(tx, listing, page, sql`record.${sql.ref(column)} = ANY(${ids})`)))
    }
    return found
  }
  const found = await closeByOfMany(tx, listing, page, isMeant, closeBy)
  return found.length > page.limit ? found : ofMany(tx, listing, page, isMeant)
}

/**
 * Looks at the first records of the list, one after the other, until the page is full. Where it is, these are its
 * records; where it is not, there may be others behind. (A person is read as a value, not by EXISTS or a join, which the
 * planner may answer by reading everybody first.)
 */
async function closeByOfMany(
  tx: Tx,
  listing: Listing,
  page: Page<string>,
  isMeant: Condition,
  howFar: number,
): Promise<Place[]> {
  const ofOne = (column: string) =>
    sql`(SELECT ${isMeant} FROM app_user AS person WHERE person.id = record.${sql.ref(column)})`
  const { rows } = await sql<Place>`
    SELECT id, ${keyOf(page.sort)} AS key FROM (${first(listing, page, sql`true`, howFar)}) AS record
    WHERE (${sql.join(listing.people.map(ofOne), sql` OR `)})
    ${orderOf(page.sort)} LIMIT ${page.limit + 1}`.execute(tx)
  return rows
}

/**
 * Goes through all records of the list, with everybody who is meant in memory. (IS TRUE keeps the planner from turning
 * it into a join, for which it would have to guess how many are meant.)
 */
async function ofMany(tx: Tx, listing: Listing, page: Page<string>, isMeant: Condition): Promise<Place[]> {
  const ofOne = (column: string) => sql`record.${sql.ref(column)} IN (SELECT id FROM meant)`
  const { rows } = await sql<Place>`
    WITH meant AS MATERIALIZED (SELECT id FROM app_user AS person WHERE ${isMeant})
    SELECT id, ${keyOf(page.sort)} AS key FROM ${sql.table(listing.table)} AS record
    WHERE ${narrowing(listing, page)} AND (${sql.join(listing.people.map(ofOne), sql` OR `)}) IS TRUE
    ${orderOf(page.sort)} LIMIT ${page.limit + 1}`.execute(tx)
  return rows
}

/** Those that are found by what stands in them. */
async function ofThemselves(tx: Tx, listing: Listing, page: Page<string>, q: string): Promise<Place[]> {
  const ids = idsBeginning(q)
  const conditions = listing.begins.map(
    (column): Condition => sql`lower(record.${sql.ref(column)}) LIKE ${beginningWith(q)}`,
  )
  if (ids !== undefined) conditions.unshift(sql`record.id BETWEEN ${ids.first} AND ${ids.last}`)
  const found: Place[] = []
  for (const condition of conditions) found.push(...(await inTheirOrder(tx, listing, page, condition)))
  return found
}

/** Whether a person is one of those who are looked for. */
function meant({ named }: Listing, q: string): Condition {
  const ids = idsBeginning(q)
  const conditions = named.map((column): Condition => sql`lower(${sql.ref(`person.${column}`)}) LIKE ${containing(q)}`)
  if (ids !== undefined) conditions.push(sql`person.id BETWEEN ${ids.first} AND ${ids.last}`)
  return sql`(${sql.join(conditions, sql` OR `)})`
}

/** The first and the last id that begin with a text; undefined where none can. */
function idsBeginning(q: string): { first: string; last: string } | undefined {
  const digits = q.replaceAll('-', '')
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > UUID_DIGITS) return undefined
  const [lowest, highest] = ['0', 'f'].map((digit) =>
    digits.padEnd(UUID_DIGITS, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  )
  return lowest?.startsWith(q) && highest !== undefined ? { first: lowest, last: highest } : undefined
}

/** What a page is narrowed to, but for its words. */
function narrowing(listing: Listing, page: Page<string>): Condition {
  const { sort, after, statuses, from, to, min, max, user } = page
  const conditions: Condition[] = listing.only === undefined ? [] : [listing.only]
  if (after !== undefined) {
    const beyond = isDescending(sort) ? sql`<` : sql`>`
    const place = isByTime(sort) ? sql`${after.key}::timestamptz` : sql`${after.key}::bigint`
    conditions.push(sql`(${columnOf(sort)}, id) ${beyond} (${place}, ${after.id}::uuid)`)
  }
  const status = sql.ref(listing.status)
  if (statuses?.length === 1) conditions.push(sql`${status} = ${statuses[0]}`)
  else if (statuses !== undefined) conditions.push(sql`${status} = ANY(${statuses})`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}`)
  if (min !== undefined) conditions.push(sql`amount >= ${min}`)
  if (max !== undefined) conditions.push(sql`amount <= ${max}`)
  if (user !== undefined) conditions.push(sql`${sql.ref(listing.people[0])} = ${user}`)
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` AND `)}`
}

function isDescending(sort: Sort): boolean {
  return sort === 'newest' || sort === 'largest'
}

function columnOf(sort: Sort) {
  return sql.ref(isByTime(sort) ? 'created_at' : 'amount')
}

function orderOf(sort: Sort) {
  const direction = isDescending(sort) ? sql`DESC` : sql`ASC`
  return sql`ORDER BY ${columnOf(sort)} ${direction}, id ${direction}`
}

/** A record's key as a cursor carries it. */
function keyOf(sort: Sort) {
  return isByTime(sort)
    ? sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`amount::text`
}

/** What was found in several ways, each once and in order. */
function merged(sort: Sort, places: readonly Place[]): Place[] {
  const byId = new Map(places.map((place) => [place.id, place]))
  const upwards = [...byId.values()].toSorted(
    (one, other) => compareKeys(sort, one, other) || compare(one.id, other.id),
  )
  return isDescending(sort) ? upwards.toReversed() : upwards
}

function compareKeys(sort: Sort, one: Place, other: Place): number {
  return isByTime(sort) ? compare(one.key, other.key) : compare(BigInt(one.key), BigInt(other.key))
}

function compare<Comparable extends string | bigint>(one: Comparable, other: Comparable): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
