import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Brightness, hintsFor, sharpness } from './picture-hints.ts'

const WIDTH = 240
const HEIGHT = 160

/** A card with lines of print on a table; `margin` is how much of the table is seen around it. */
function card({ margin = 30, paper = 200, ink = 40, table = 120 } = {}): Brightness {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(table)
  for (let y = margin; y < HEIGHT - margin; y += 1) {
    for (let x = margin; x < WIDTH - margin; x += 1) {
      values[y * WIDTH + x] = y % 4 < 2 && x % 3 === 0 ? ink : paper
    }
  }
  return { width: WIDTH, height: HEIGHT, values }
}

/** Each pixel becomes the mean of those around it. */
function blurred({ width, height, values }: Brightness, radius: number): Brightness {
  const out = new Uint8Array(values.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      let count = 0
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) {
          const [px, py] = [x + dx, y + dy]
          if (px < 0 || py < 0 || px >= width || py >= height) continue
          sum += values[py * width + px] ?? 0
          count += 1
        }
      }
      out[y * width + x] = Math.round(sum / count)
    }
  }
  return { width, height, values: out }
}

const DOCUMENT = { isDocument: true }

describe('hints for a picture', () => {
  test('nothing is said of a sharp and bright document with the table around it', () => {
    expect(hintsFor(card(), DOCUMENT)).toEqual([])
  })

  test('a dark one is called dark', () => {
    expect(hintsFor(card({ paper: 60, ink: 10, table: 20 }), DOCUMENT)).toContain('dark')
  })

  test('a blurred one is called blurred', () => {
    expect(hintsFor(blurred(card(), 4), DOCUMENT)).toContain('blurred')
  })

  test('a reflection is called glare on a document, and a white wall behind a person is not', () => {
    const picture = card()
    for (let y = 40; y < 90; y += 1) picture.values.fill(255, y * WIDTH + 60, y * WIDTH + 160)
    expect(hintsFor(picture, DOCUMENT)).toContain('glare')
    expect(hintsFor(picture, { isDocument: false })).not.toContain('glare')
  })

  test('a document that fills the picture to its edges may be cut off', () => {
    expect(hintsFor(card({ margin: 0 }), DOCUMENT)).toContain('cut')
    expect(hintsFor(card({ margin: 0 }), { isDocument: false })).not.toContain('cut')
  })

  test('a picture of one colour is blurred, whatever the colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 252 }), (value) => {
        const picture = { width: 40, height: 30, values: new Uint8Array(1200).fill(value) }
        expect(sharpness(picture)).toBe(0)
        expect(hintsFor(picture, DOCUMENT)).toEqual(['blurred'])
      }),
    )
  })

  test('blurring never makes a picture sharper', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 600, maxLength: 600 }), (values) => {
        const picture = { width: 30, height: 20, values }
        expect(sharpness(blurred(picture, 1))).toBeLessThanOrEqual(sharpness(picture))
      }),
    )
  })
})
