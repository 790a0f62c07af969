import { Buffer } from 'node:buffer'
import { refuseField } from '#kit/refusal.ts'
import type { Sort } from './contract.ts'

/**
 * The last record of a page, after which the next one begins: its key in the order asked for, and its id. A key is a time
 * of six decimals, or micro-dollars.
 */
export type Cursor = { key: string; id: string }

const CURSOR = /^(newest|oldest|largest|smallest) (\S+) (\S+)$/
const IDS = {
  record: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  transfer: /^\d{1,18}$/,
}
const KEY_OF_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const KEY_OF_AMOUNT = /^\d{1,19}$/
const LARGEST_AMOUNT = 2n ** 63n - 1n
const SEQUENCE = /^place (\d{1,18})$/

/** Hides a cursor in one opaque word for the wire, with the order that it was made for. */
export function writeCursor(sort: Sort, { key, id }: Cursor): string {
  return encoded(`${sort} ${key} ${id}`)
}

/**
 * Reads what `writeCursor` wrote for a list of records, or of transfers; undefined if none was sent, 422 if it cannot be
 * read or is of another order.
 */
export function readCursor(text: string | undefined, sort: Sort, of: keyof typeof IDS = 'record'): Cursor | undefined {
  if (text === undefined || text === '') return undefined
  const [, made, key = '', id = ''] = CURSOR.exec(decoded(text)) ?? []
  if (made !== undefined && made !== sort) {
    refuseField('cursor', `This cursor was made for the order ${made}: start the list again, without a cursor.`)
  }
  const isKey = isByTime(sort) ? isKeyOfTime(key) : KEY_OF_AMOUNT.test(key) && BigInt(key) <= LARGEST_AMOUNT
  return isKey && IDS[of].test(id) ? { key, id } : refuseUnreadable()
}

/** A time as the key of a cursor: JavaScript holds three of its six decimals. */
export function keyOfTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}

/** Hides a sequence of the books in one opaque word for the wire: the cursor of lists that follow their order. */
export function writeSequence(sequence: bigint): string {
  return encoded(`place ${sequence}`)
}

/** Reads what `writeSequence` wrote; undefined if none was sent, 422 if it cannot be read. */
export function readSequence(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  const [, sequence] = SEQUENCE.exec(decoded(text)) ?? []
  return sequence === undefined ? refuseUnreadable() : BigInt(sequence)
}

/** Whether a list in this order goes by the time of making; else it goes by amount. */
export function isByTime(sort: Sort): boolean {
  return sort === 'newest' || sort === 'oldest'
}

/** Whether this is a moment that the database can hold too: JavaScript reads the 30th of February, and a year 0. */
function isKeyOfTime(key: string): boolean {
  const time = KEY_OF_TIME.test(key) ? new Date(key).getTime() : Number.NaN
  return !Number.isNaN(time) && !key.startsWith('0000') && key.startsWith(new Date(time).toISOString().slice(0, -1))
}

function refuseUnreadable(): never {
  refuseField('cursor', 'This cursor cannot be read: send one that came with a page, or none.')
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
