import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import {
  beginningWith,
  containing,
  type PageAsked,
  pageOf,
  readCursor,
  readLimit,
  readPage,
  writeCursor,
} from './page.ts'

const at = new Date('2026-11-21T07:00:00.123Z')
const TIME = '2026-11-21T07:00:00.123456Z'
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const read = (asked: Partial<PageAsked>) => readPage({ limit: 50, ...asked })
const refusalOf = (field: string) =>
  expect.objectContaining({ code: 'bad input', errors: { [field]: [expect.any(String)] } })

describe('pages of a list', () => {
  test('a cursor comes back as the place it was written from, to the microsecond and the micro-dollar', () => {
    const id = newId()
    for (const [sort, key] of [
      ['newest', TIME],
      ['oldest', TIME],
      ['largest', '500000000'],
      ['smallest', '0'],
    ] as const) {
      expect(read({ sort, cursor: writeCursor(sort, { key, id }) }).after).toEqual({ key, id })
    }
    expect(read({ cursor: writeCursor('newest', { key: TIME, id }) }).after).toEqual({ key: TIME, id })
    expect(read({}).after).toBeUndefined()
    expect(read({ cursor: '' }).after).toBeUndefined()
    const most = { key: String(2n ** 63n - 1n), id }
    expect(read({ sort: 'largest', cursor: writeCursor('largest', most) }).after).toEqual(most)
  })

  test('a cursor of another order is refused under its field', () => {
    const cursor = writeCursor('largest', { key: '5', id: newId() })
    expect(() => read({ cursor })).toThrow(refusalOf('cursor'))
    expect(() => read({ cursor, sort: 'smallest' })).toThrow(refusalOf('cursor'))
    expect(() => read({ cursor: writeCursor('newest', { key: TIME, id: newId() }), sort: 'oldest' })).toThrow(
      refusalOf('cursor'),
    )
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
    expect(() => read({ cursor })).toThrow(refusalOf('cursor'))
    expect(() => readCursor(cursor)).toThrow(refusalOf('cursor'))
  })

  test.each([
    encoded(`largest ${TIME} ${newId()}`),
    encoded(`largest -5 ${newId()}`),
    encoded(`largest ${2n ** 63n} ${newId()}`),
  ])('the cursor %s is refused where a list goes by amount', (cursor) => {
    expect(() => read({ cursor, sort: 'largest' })).toThrow(refusalOf('cursor'))
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

  test('statuses are read as a list, each once, and a word that is none is refused', () => {
    expect(read({ status: 'pending, waiting approval,pending' }).statuses).toEqual(['pending', 'waiting approval'])
    expect(read({ status: '' }).statuses).toBeUndefined()
    expect(() => read({ status: 'paid' })).toThrow(refusalOf('status'))
    expect(readPage({ limit: 1, status: 'none' }, ['none', 'approved']).statuses).toEqual(['none'])
  })

  test('times and amounts are read, and refused under their fields', () => {
    expect(read({ from: '2026-11-20T00:00:00Z', to: '2026-11-20T02:00:00+02:00' })).toMatchObject({
      from: new Date('2026-11-20T00:00:00Z'),
      to: new Date('2026-11-20T00:00:00Z'),
    })
    expect(read({ min: '19.99', max: '250' })).toMatchObject({ min: 19_990_000n, max: 250_000_000n })
    expect(() => read({ from: 'yesterday' })).toThrow(refusalOf('from'))
    expect(() => read({ to: '2026-11-20T25:00:00Z' })).toThrow(refusalOf('to'))
    for (const wrong of ['-1', '1e3', '0.001', 'x', '0']) {
      expect(() => read({ min: wrong })).toThrow(refusalOf('min'))
      expect(() => read({ max: wrong })).toThrow(refusalOf('max'))
    }
  })

  test('what people look for is taken as it stands, without regard to case', () => {
    expect(read({ q: ' 50%_A ' }).q).toBe('50%_a')
    expect(read({ q: '  ' }).q).toBeUndefined()
    expect(containing('50%_a\\b')).toBe('%50\\%\\_a\\\\b%')
    expect(beginningWith('50%')).toBe('50\\%%')
  })
})
