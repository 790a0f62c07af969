import { Buffer } from 'node:buffer'
import { refuseField } from './refusal.ts'
import { STATUSES, type Status } from './wire.ts'

/** What a paged list is asked for, as it stands in the query. */
export type PageAsked = {
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly status?: string | undefined
  readonly limit: number
}

/** The place in a list after which a page begins: lists are ordered by (created_at, id), newest first. */
export type Cursor = { at: Date; id: string }

const LARGEST_PAGE = 100
const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Hides a place in a list in one opaque word for the wire. */
export function writeCursor(place: Cursor): string {
  return Buffer.from(`${place.at.toISOString()} ${place.id}`).toString('base64url')
}

/** Reads what `writeCursor` wrote; undefined where none was sent, 422 where it cannot be read. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined
  const [, at = '', id = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const time = new Date(at)
  if (id === '' || Number.isNaN(time.getTime())) {
    refuseField('cursor', 'This cursor cannot be read: send one that came with a page, or none.')
  }
  return { at: time, id }
}

/** Reads a page's size: 1 to 100, by default 50; more than 100 is answered with 100. */
export function readLimit(text: string | undefined): number {
  return text === undefined ? 50 : Math.min(Number(text), LARGEST_PAGE)
}

/** Reads the statuses that a list is narrowed to, parted by commas; undefined for all, 422 for a word that is none. */
export function readStatuses(text: string | undefined): Status[] | undefined {
  if (text === undefined || text === '') return undefined
  return text.split(',').map((word) => {
    const status = STATUSES.find((known) => known === word.trim())
    return status ?? refuseField('status', `The status may be ${STATUSES.join(', ')}.`)
  })
}

/** The pattern for ILIKE that finds what contains the text as it stands; undefined where nothing is looked for. */
export function containing(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
}

/** Cuts a page from rows that were read with `limit + 1`, and says where the next one begins. */
export function pageOf<Row extends { created_at: Date; id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { rows: page, next_cursor: more ? writeCursor({ at: last.created_at, id: last.id }) : null }
}
