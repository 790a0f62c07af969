import type { Static } from 'typebox'
import type { MicroUsd } from '#money/micro-usd.ts'
import { readAmount } from '#kit/read-amount.ts'
import { refuseField } from '#kit/refusal.ts'
import { STATUSES } from '#kit/wire.ts'
import { type Cursor, readCursor } from './cursor.ts'
import type { PageQuery, Sort } from './contract.ts'

/** What a page of a list is asked for, as it stands in the query, its size read. */
export type ListPageQuery = {
  readonly [Field in Exclude<keyof Static<typeof PageQuery>, 'limit'>]?: Static<typeof PageQuery>[Field] | undefined
} & { readonly limit: number }

/** A page of a list, asked for in terms that can be answered. */
export type Page<Status extends string> = {
  /** newest and oldest go by the time of making, largest and smallest by the amount; ties by id, the same way round */
  sort: Sort
  after: Cursor | undefined
  limit: number
  /** without what surrounds it, in lower case; undefined if nothing is looked for */
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

/**
 * Reads what a list is asked for. 422 with the field for a cursor that was made for another order or cannot be read, a
 * status that is none of `known`, a time or an amount that cannot be read.
 */
export function readPage(asked: ListPageQuery): Page<(typeof STATUSES)[number]>
export function readPage<Status extends string>(asked: ListPageQuery, known: readonly Status[]): Page<Status>
export function readPage(asked: ListPageQuery, known: readonly string[] = STATUSES): Page<string> {
  const { cursor, limit, q = '', status, from, to, min, max, sort = 'newest', user } = asked
  return {
    sort,
    after: readCursor(cursor, sort),
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

/** Reads a page's size: 1 to 100, by default 50; more than 100 is answered with 100. */
export function readLimit(text: string | undefined): number {
  return text === undefined ? 50 : Math.min(Number(text), LARGEST_PAGE)
}

/**
 * Cuts a page from rows that were read with one more than `limit`, and says where the next one begins: at the cursor of
 * the last row, where there are more.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
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
