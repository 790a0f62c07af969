import { assert, property, string, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { petalPath, petalsOf, ROSETTE, SEAL, serialOf } from './guilloche-rules.ts'

const points = (path: string) =>
  [...path.matchAll(/[ML](-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

test('an id has 7 to 11 petals and a serial, always the same', () => {
  assert(
    property(string(), (id) => {
      expect(petalsOf(id)).toBeGreaterThanOrEqual(7)
      expect(petalsOf(id)).toBeLessThanOrEqual(11)
      expect(petalsOf(id)).toBe(petalsOf(id))
      expect(serialOf(id)).toMatch(/^[0-9A-F]{4} [0-9A-F]{4}$/)
    }),
  )
})

test('all five kinds of mark occur, and different ids have different serials', () => {
  const ids = Array.from({ length: 200 }, (_, n) => `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  expect(new Set(ids.map(petalsOf))).toEqual(new Set([7, 8, 9, 10, 11]))
  expect(new Set(ids.map(serialOf)).size).toBe(200)
})

test('every line stays inside its circle and the petals close: each ends where the next one begins', () => {
  assert(
    property(uuid(), (id) => {
      const petals = petalsOf(id)
      for (const band of [...ROSETTE, ...SEAL]) {
        for (const line of petalPath(band, petals).split('M').slice(1)) {
          const drawn = points(`M${line}`)
          for (const [x, y] of drawn) expect(Math.hypot(x, y)).toBeLessThan(1000)
          const [first, last] = [drawn[0] ?? [0, 0], drawn.at(-1) ?? [0, 0]]
          expect(Math.abs(Math.hypot(...first) - Math.hypot(...last))).toBeLessThan(2)
          expect(Math.atan2(last[0], -last[1])).toBeCloseTo((2 * Math.PI) / petals, 2)
        }
      }
    }),
    { numRuns: 20 },
  )
})
