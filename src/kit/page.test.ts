import { describe, expect, test } from 'vitest'
import { newId } from './ids.ts'
import { containing, pageOf, readCursor, readLimit, readStatuses, writeCursor } from './page.ts'

const at = new Date('2026-11-21T07:00:00.123Z')

describe('pages of a list', () => {
  test('a cursor comes back as the place it was written from', () => {
    const place = { at, id: newId() }
    expect(readCursor(writeCursor(place))).toEqual(place)
    expect(readCursor(undefined)).toBeUndefined()
    expect(readCursor('')).toBeUndefined()
  })

  test.each([
    'x',
    '%%%',
    Buffer.from('2026-11-21T07:00:00.123Z').toString('base64url'),
    Buffer.from(`2026-99-99T07:00:00.123Z ${newId()}`).toString('base64url'),
    Buffer.from(`2026-11-21T07:00:00.123Z ${newId()} `).toString('base64url'),
  ])('the cursor %s is refused under its field', (text) => {
    expect(() => readCursor(text)).toThrow(
      expect.objectContaining({ code: 'bad input', errors: { cursor: [expect.any(String)] } }),
    )
  })

  test('a page tells where the next begins only when there is a next', () => {
    const rows = [3, 2, 1].map((hour) => ({ created_at: new Date(at.getTime() + hour), id: newId() }))
    const page = pageOf(rows, 2)
    expect(page.rows).toEqual(rows.slice(0, 2))
    expect(readCursor(page.next_cursor ?? '')).toEqual({ at: rows[1]?.created_at, id: rows[1]?.id })
    expect(pageOf(rows, 3)).toEqual({ rows, next_cursor: null })
    expect(pageOf([], 3)).toEqual({ rows: [], next_cursor: null })
  })

  test('no page is larger than 100', () => {
    expect(readLimit(undefined)).toBe(50)
    expect(readLimit('7')).toBe(7)
    expect(readLimit('999')).toBe(100)
  })

  test('statuses are read as a list, and a word that is none is refused', () => {
    expect(readStatuses('pending, waiting approval')).toEqual(['pending', 'waiting approval'])
    expect(readStatuses('')).toBeUndefined()
    expect(() => readStatuses('paid')).toThrow(expect.objectContaining({ code: 'bad input' }))
  })

  test('what people look for is taken as it stands', () => {
    expect(containing(' 50%_a\\b ')).toBe('%50\\%\\_a\\\\b%')
    expect(containing('  ')).toBeUndefined()
  })
})
