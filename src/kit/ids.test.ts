import { expect, test } from 'vitest'
import { newCode, newId, newSecret } from './ids.ts'

test('ids sort in the order in which one process makes them, also within a millisecond, and none comes twice', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a token is as many random bits as are asked for, and a code six digits, the first of which may be 0', () => {
  const tokens = Array.from({ length: 2000 }, () => newSecret())
  expect(new Set(tokens).size).toBe(tokens.length)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  // each bit is as often 1 as 0, within what chance does to two thousand of them
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  for (let bit = 0; bit < 256; bit += 1) {
    const ones = bytes.filter((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1).length
    expect(Math.abs(ones - 1000)).toBeLessThan(150)
  }
  const codes = Array.from({ length: 2000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map(([first]) => first)).size).toBe(10)
})
