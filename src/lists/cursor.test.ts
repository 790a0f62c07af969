import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { keyOfTime, readCursor, readSequence, writeCursor, writeSequence } from './cursor.ts'

const TIME = '2026-11-21T07:00:00.123456Z'
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const refused = expect.objectContaining({ code: 'bad input', errors: { cursor: [expect.any(String)] } })

describe('cursors', () => {
  test('a cursor comes back as the place it was written from, to the microsecond and the micro-dollar', () => {
    const id = newId()
    for (const [sort, key] of [
      ['newest', TIME],
      ['oldest', TIME],
      ['largest', '500000000'],
      ['smallest', '0'],
    ] as const) {
      expect(readCursor(writeCursor(sort, { key, id }), sort)).toEqual({ key, id })
    }
    expect(readCursor(undefined, 'newest')).toBeUndefined()
    expect(readCursor('', 'newest')).toBeUndefined()
    const most = { key: String(2n ** 63n - 1n), id }
    expect(readCursor(writeCursor('largest', most), 'largest')).toEqual(most)
  })

  test('a cursor of another order is refused under its field', () => {
    const cursor = writeCursor('largest', { key: '5', id: newId() })
    expect(() => readCursor(cursor, 'newest')).toThrow(refused)
    expect(() => readCursor(cursor, 'smallest')).toThrow(refused)
    expect(() => readCursor(writeCursor('newest', { key: TIME, id: newId() }), 'oldest')).toThrow(refused)
  })

  test.each([
    'x',
    '%%%',
    encoded(`newest ${TIME}`),
    encoded(`${TIME} ${newId()}`),
    encoded(`newest 2026-99-99T07:00:00.123456Z ${newId()}`),
    encoded(`newest 2026-02-30T07:00:00.123456Z ${newId()}`),
    encoded(`newest 2026-03-01T24:00:00.000000Z ${newId()}`),
    encoded(`newest 0000-01-01T07:00:00.123456Z ${newId()}`),
    encoded(`newest 5 ${newId()}`),
    encoded(`newest ${TIME} ${newId()} `),
    encoded(`dearest ${TIME} ${newId()}`),
  ])('the cursor %s is refused under its field', (cursor) => {
    expect(() => readCursor(cursor, 'newest')).toThrow(refused)
  })

  test.each([
    encoded(`largest ${TIME} ${newId()}`),
    encoded(`largest -5 ${newId()}`),
    encoded(`largest ${2n ** 63n} ${newId()}`),
  ])('the cursor %s is refused where a list goes by amount', (cursor) => {
    expect(() => readCursor(cursor, 'largest')).toThrow(refused)
  })

  test('a time that this process made is the key of a cursor too', () => {
    expect(keyOfTime(new Date('2026-11-21T07:00:00.123Z'))).toBe('2026-11-21T07:00:00.123000Z')
  })

  test('a sequence of the books comes back as it was written, and nothing else is read as one', () => {
    expect(writeSequence(7n)).toBe(encoded('place 7'))
    expect(readSequence(writeSequence(10n ** 17n))).toBe(10n ** 17n)
    expect(readSequence(undefined)).toBeUndefined()
    for (const text of [
      '',
      'x',
      encoded('place -1'),
      encoded('place 1 '),
      writeCursor('largest', { key: '5', id: newId() }),
    ]) {
      expect(() => readSequence(text)).toThrow(refused)
    }
  })
})
