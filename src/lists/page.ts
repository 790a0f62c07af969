import { Buffer } from 'node:buffer'
import type { Static } from 'typebox'
import type { MicroUsd } from '#money/micro-usd.ts'
import { readAmount } from '#kit/read-amount.ts'
import { refuseField } from '#kit/refusal.ts'
import { STATUSES, type ListQuery, type PageQuery, type Sort } from '#kit/wire.ts'

/** What a list is asked for, as it stands in the query. */
export type ListAsked = Static<typeof ListQuery>
/** Which page of it. */
export type PageAsked = {
  readonly [Field in Exclude<keyof Static<typeof PageQuery>, 'limit'>]?: Static<typeof PageQuery>[Field] | undefined
} & { readonly limit: number }

/**
 * The place in a list after which a page begins: the last record's key in the order asked for, and its id. A key is what
 * `pickPage` wrote: a time of six decimals, or micro-dollars.
 */
export type Place = { key: string; id: string }

/** A page of a list, asked for in terms that can be answered. */
export type Page<Status extends string> = {
  /** newest and oldest go by the time of making, largest and smallest by the amount; ties by id, the same way round */
  sort: Sort
  after: Place | undefined
  limit: number
  /** without what surrounds it, in lower case; undefined where nothing is looked for */
  q: string | undefined
  /** undefined: all */
  statuses: readonly Status[] | undefined
  from: Date | undefined
  /** the moment itself left out */
  to: Date | undefined
  min: MicroUsd | undefined
  max: MicroUsd | undefined
  user: string | undefined
}

const LARGEST_PAGE = 100
const CURSOR = /^(newest|oldest|largest|smallest) (\S+) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
const KEY_OF_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const KEY_OF_AMOUNT = /^\d{1,19}$/
const LARGEST_AMOUNT = 2n ** 63n - 1n

/**
 * Reads what a list is asked for. 422 with the field for a cursor that was made for another order or cannot be read, a
 * status that is none of `known`, a time or an amount that cannot be read.
 */
export function readPage(asked: PageAsked): Page<(typeof STATUSES)[number]>
export function readPage<Status extends string>(asked: PageAsked, known: readonly Status[]): Page<Status>
export function readPage(asked: PageAsked, known: readonly string[] = STATUSES): Page<string> {
  const { cursor, limit, q = '', status, from, to, min, max, sort = 'newest', user } = asked
  return {
    sort,
    after: readPlace(cursor, sort),
    limit,
    q: q.trim() === '' ? undefined : q.trim().toLowerCase(),
    statuses: readStatuses(status, known),
    from: from === undefined ? undefined : readTime('from', from),
    to: to === undefined ? undefined : readTime('to', to),
    min: min === undefined ? undefined : readAmount('min', min),
    max: max === undefined ? undefined : readAmount('max', max),
    user,
  }
}

/** Hides a place in a list in one opaque word for the wire, with the order that it was made for. */
export function writeCursor(sort: Sort, { key, id }: Place): string {
  return Buffer.from(`${sort} ${key} ${id}`).toString('base64url')
}

/** Reads what `writeCursor` wrote; undefined where none was sent, 422 where it cannot be read or is of another order. */
function readPlace(text: string | undefined, sort: Sort): Place | undefined {
  if (text === undefined || text === '') return undefined
  const [, made, key = '', id = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (made !== undefined && made !== sort) {
    refuseField('cursor', `This cursor was made for the order ${made}: begin the list anew, without a cursor.`)
  }
  const isKey = isByTime(sort) ? isKeyOfTime(key) : KEY_OF_AMOUNT.test(key) && BigInt(key) <= LARGEST_AMOUNT
  if (!isKey) refuseField('cursor', 'This cursor cannot be read: send one that came with a page, or none.')
  return { key, id }
}

/** Whether this is a moment that the database can hold too: JavaScript reads the 30th of February, and a year 0. */
function isKeyOfTime(key: string): boolean {
  const time = KEY_OF_TIME.test(key) ? new Date(key).getTime() : Number.NaN
  return !Number.isNaN(time) && !key.startsWith('0000') && key.startsWith(new Date(time).toISOString().slice(0, -1))
}

/** Whether a list in this order goes by the time of making; else it goes by amount. */
export function isByTime(sort: Sort): boolean {
  return sort === 'newest' || sort === 'oldest'
}

/** Reads a page's size: 1 to 100, by default 50; more than 100 is answered with 100. */
export function readLimit(text: string | undefined): number {
  return text === undefined ? 50 : Math.min(Number(text), LARGEST_PAGE)
}

/** The place after which a page begins, of a list that is always newest first by (created_at, id). */
export type Cursor = { at: Date; id: string }

/** Reads the cursor of a list that is always newest first; undefined where none was sent, 422 where it cannot be read. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const place = readPlace(text, 'newest')
  return place && { at: new Date(place.key), id: place.id }
}

/** Cuts a page, newest first, from rows that were read with `limit + 1`, and says where the next one begins. */
export function pageOf<Row extends { created_at: Date; id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { rows: page, next_cursor: null }
  const key = last.created_at.toISOString().replace('Z', '000Z')
  return { rows: page, next_cursor: writeCursor('newest', { key, id: last.id }) }
}

/** The pattern for LIKE that finds what contains the text as it stands. */
export function containing(text: string): string {
  return `%${asItStands(text)}%`
}

/** The pattern for LIKE that finds what begins with the text as it stands. */
export function beginningWith(text: string): string {
  return `${asItStands(text)}%`
}

function asItStands(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function readStatuses(text: string | undefined, known: readonly string[]): string[] | undefined {
  if (text === undefined || text === '') return undefined
  const statuses = text.split(',').map((word) => {
    const status = known.find((one) => one === word.trim())
    return status ?? refuseField('status', `The status may be ${known.join(', ')}.`)
  })
  return [...new Set(statuses)]
}

function readTime(field: string, text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) refuseField(field, 'Send a time such as 2026-11-20T00:00:00Z.')
  return time
}
