import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'

test('a list comes in pieces, whole and in order, and others get their turn between two', async () => {
  const items = Array.from({ length: 1001 }, (_, n) => n)
  let others = 0
  const seen: number[][] = []
  const turns: number[] = []
  for await (const piece of inPieces(items, 250)) {
    seen.push(piece)
    turns.push(others)
    setImmediate(() => (others += 1))
  }
  expect(seen.map(({ length }) => length)).toEqual([250, 250, 250, 250, 1])
  expect(seen.flat()).toEqual(items)
  expect(turns).toEqual([0, 1, 2, 3, 4])
  for await (const piece of inPieces([])) expect.unreachable(`there is no piece ${piece.length}`)
})
