import { describe, expect, test } from 'vitest'
import { isLook, lookOf, lookValue, readColour } from './look-rules.ts'

const HASH = '0123456789abcdef0123456789abcdef'

describe('a look', () => {
  test.each([
    ['#FF00AA', '#ff00aa'],
    [' ff00aa ', '#ff00aa'],
    ['#F0A', '#ff00aa'],
    ['0a6', '#00aa66'],
    ['red', undefined],
    ['#12', undefined],
    ['#12345', undefined],
    ['#ff00aaff', undefined],
    ['#ff00ag', undefined],
    ['', undefined],
    ['<b>#ff00aa</b>', undefined],
    ['rgb(1,2,3)', undefined],
    ['#ff00aa;}', undefined],
  ])('takes %s for the colour %s', (typed, colour) => {
    expect(readColour(typed)).toBe(colour)
  })

  test('is kept as it is read', () => {
    for (const colour of ['#ff00aa', null])
      for (const logo of [HASH, null]) expect(lookOf(lookValue({ colour, logo }))).toEqual({ colour, logo })
    expect([lookValue({ colour: null, logo: null }), isLook('')]).toEqual([null, false])
    for (const text of ['#ff00aa', HASH, `#ff00aa ${HASH}`]) expect(isLook(text)).toBe(true)
    for (const text of [`#ff00aa${HASH}`, ` ${HASH}`, '#ff00aa ', `#ff00aa ${HASH} `, 'red', '#FF00AA']) {
      expect(isLook(text)).toBe(false)
    }
  })
})
