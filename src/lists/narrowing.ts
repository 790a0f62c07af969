import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DB } from '#kit/database-schema.ts'
import { isByTime } from './cursor.ts'
import { beginningWith, containing, type Page } from './page.ts'
import type { Sort } from './contract.ts'

/** How the records of a table are listed. Each has an id and a time of making; those with an amount are ordered by it too. */
export type Listing = {
  table: keyof DB
  /** the column of the time of making, `created_at` unless it is named otherwise */
  made?: string
  /** the column of the states that a list is narrowed to */
  status: string
  /** the columns with the ids of the people by whom a record is found; the first is whose it is */
  people: readonly [string, ...string[]]
  /** what a person is found by: any part of it */
  named: readonly ('name' | 'email' | 'phone')[]
  /** further columns that a record is found by: their beginning; each has an index over lower(column) text_pattern_ops */
  begins: readonly string[]
  /** what holds for every record of the list, besides */
  only?: Condition
}

export type Condition = RawBuilder<SqlBool>

const UUID_DIGITS = 32

/** Whether something holds for one of the people behind a record. */
export function ofAnyone({ people }: Listing, holds: (column: RawBuilder<unknown>) => RawBuilder<unknown>): Condition {
  return sql`(${sql.join(
    people.map((column) => holds(sql`record.${sql.ref(column)}`)),
    sql` OR `,
  )})`
}

/** Whether a person is one of those who are looked for. */
export function meant({ named }: Listing, q: string): Condition {
  const ids = idsBeginning(q)
  const conditions = named.map((column): Condition => sql`lower(${sql.ref(`person.${column}`)}) LIKE ${containing(q)}`)
  if (ids !== undefined) conditions.push(sql`person.id BETWEEN ${ids.first} AND ${ids.last}`)
  return sql`(${sql.join(conditions, sql` OR `)})`
}

/** Whether a record's own id, or what else stands in it, begins with the words: a condition for each index that finds it. */
export function ownBeginnings({ begins }: Listing, q: string): Condition[] {
  const ids = idsBeginning(q)
  const conditions = begins.map((column): Condition => sql`lower(record.${sql.ref(column)}) LIKE ${beginningWith(q)}`)
  if (ids !== undefined) conditions.push(sql`record.id BETWEEN ${ids.first} AND ${ids.last}`)
  return conditions
}

/** The first and the last id that begin with a text; undefined if none can. */
export function idsBeginning(q: string): { first: string; last: string } | undefined {
  const digits = q.replaceAll('-', '')
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > UUID_DIGITS) return undefined
  const withDigit = (digit: string) =>
    digits.padEnd(UUID_DIGITS, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const ids = { first: withDigit('0'), last: withDigit('f') }
  return ids.first.startsWith(q) ? ids : undefined
}

/** What a page is narrowed to, but for its words. */
export function narrowing(listing: Listing, page: Page<string>): Condition {
  const { sort, after, statuses, from, to, min, max, user } = page
  const conditions: Condition[] = listing.only === undefined ? [] : [listing.only]
  if (after !== undefined) {
    const beyond = isDescending(sort) ? sql`<` : sql`>`
    const key = isByTime(sort) ? sql`${after.key}::timestamptz` : sql`${after.key}::bigint`
    conditions.push(sql`(${columnOf(listing, sort)}, id) ${beyond} (${key}, ${after.id}::uuid)`)
  }
  const status = sql.ref(listing.status)
  if (statuses?.length === 1) conditions.push(sql`${status} = ${statuses[0]}`)
  else if (statuses !== undefined) conditions.push(sql`${status} = ANY(${statuses})`)
  if (from !== undefined) conditions.push(sql`${madeOf(listing)} >= ${from}`)
  if (to !== undefined) conditions.push(sql`${madeOf(listing)} < ${to}`)
  if (min !== undefined) conditions.push(sql`amount >= ${min}`)
  if (max !== undefined) conditions.push(sql`amount <= ${max}`)
  if (user !== undefined) conditions.push(sql`${sql.ref(listing.people[0])} = ${user}`)
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` AND `)}`
}

/** The first comes last. */
export function isDescending(sort: Sort): boolean {
  return sort === 'newest' || sort === 'largest'
}

/** What a list in this order goes by. */
export function columnOf(listing: Listing, sort: Sort) {
  return isByTime(sort) ? madeOf(listing) : sql.ref('amount')
}

function madeOf({ made = 'created_at' }: Listing) {
  return sql.ref(made)
}
