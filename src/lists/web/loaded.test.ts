import { describe, expect, test } from 'vitest'
import { append, mergePage, partsWith, readAgain, reaches, rowsIn, type Part } from './loaded.ts'

const part = (cursor: string, ids: string, next: string | null, round = 1): Part<{ id: string }> => ({
  ...{ cursor, next, round },
  items: ids.split('').map((id) => ({ id })),
})
const shown = (parts: readonly Part<{ id: string }>[]) =>
  rowsIn(parts)
    .map(({ id }) => id)
    .join('')

describe('a long list of which parts are read again', () => {
  const parts = [part('', 'abcd', 'd'), part('d', 'efgh', 'h'), part('h', 'ij', null)]

  test('closes up where a row has gone, and shows none twice', () => {
    expect(shown(mergePage(parts, part('', 'abde', 'e', 2)))).toBe('abdefghij')
    expect(shown(mergePage(parts, part('d', 'eghi', 'i', 2)))).toBe('abcdeghij')
  })

  test('closes up where the last row of a part has gone', () => {
    expect(shown(mergePage(parts, part('', 'abce', 'e', 2)))).toBe('abcefghij')
  })

  test('keeps what is behind where nothing has changed', () => {
    expect(mergePage(parts, part('', 'abcd', 'd', 2)).map(({ round }) => round)).toEqual([2, 1, 1])
  })

  test('leaves out what is behind where new rows have pushed others out of a part: none is missing unseen', () => {
    const mended = mergePage(parts, part('', 'xyab', 'b', 2))
    expect(shown(mended)).toBe('xyab')
    expect(shown(append(mended, part('b', 'cdef', 'f', 2)))).toBe('xyabcdef')
  })

  test('tells that, so that what was pushed out can be read as well: then all behind it stays', () => {
    expect(reaches(parts, part('', 'xyab', 'b', 2))).toBe(false)
    const further = part('', 'xyabcdef', 'f', 2)
    expect(reaches(parts, further)).toBe(true)
    expect(shown(mergePage(parts, further))).toBe('xyabcdefghij')
    expect(reaches(parts, part('h', 'xi', 'i', 2))).toBe(true)
    expect(reaches([], part('', 'ab', 'b'))).toBe(true)
  })

  test('reads on where new rows have pushed others out, so that all behind it stays', async () => {
    const asked: string[] = []
    const read = async (cursor: string) => {
      asked.push(cursor)
      return part(cursor, cursor === 'b' ? 'cdef' : 'ij', cursor === 'b' ? 'f' : null, 2)
    }
    const fresh = await readAgain(parts, { beginning: part('', 'xyab', 'b', 2), cursors: ['', 'h'] }, read)
    expect(asked).toEqual(['b', 'h'])
    expect(fresh.map(({ cursor, next }) => [cursor, next])).toEqual([
      ['', 'f'],
      ['h', null],
    ])
    expect(shown(fresh.reduce(mergePage<{ id: string }>, parts))).toBe('xyabcdefghij')
  })

  test('ends where the list ends now', () => {
    expect(shown(mergePage(parts, part('d', 'e', null, 2)))).toBe('abcde')
  })

  test('takes in the next part once, and only where the list still ends before it', () => {
    const two = parts.slice(0, 2)
    const three = append(two, part('h', 'ij', null))
    expect(shown(three)).toBe('abcdefghij')
    expect(append(three, part('h', 'ij', null))).toHaveLength(3)
    expect(append(two, part('d', 'efgh', 'h'))).toHaveLength(2)
  })

  test('knows which parts are seen', () => {
    expect(partsWith(parts, 0, 3)).toEqual([0])
    expect(partsWith(parts, 3, 4)).toEqual([0, 1])
    expect(partsWith(parts, 9, 9)).toEqual([2])
  })
})
