import { describe, expect, test } from 'vitest'
import { beginningWith, containing, type ListPageQuery, pageOf, readLimit, readPage } from './page.ts'

const read = (asked: Partial<ListPageQuery>) => readPage({ limit: 50, ...asked })
const refusalOf = (field: string) =>
  expect.objectContaining({ code: 'bad input', errors: { [field]: [expect.any(String)] } })

describe('pages of a list', () => {
  test('a page tells where the next begins only when there is a next', () => {
    const rows = ['a', 'b', 'c']
    const cursorOf = (last: string) => `after ${last}`
    expect(pageOf(rows, 2, cursorOf)).toEqual({ rows: ['a', 'b'], next_cursor: 'after b' })
    expect(pageOf(rows, 3, cursorOf)).toEqual({ rows, next_cursor: null })
    expect(pageOf([], 3, cursorOf)).toEqual({ rows: [], next_cursor: null })
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
