import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as text from '#texts/kyc.ts'
import { type Brightness, hintsFor, LEAST_SIDES, sharpness } from './picture-hints.ts'

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

/** As a telephone takes them. */
const sent = { width: 4000, height: 3000 }
const DOCUMENT = { isDocument: true, sent }
const PERSON = { isDocument: false, sent }

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
    expect(hintsFor(picture, PERSON)).not.toContain('glare')
  })

  test('a document that fills the picture to its edges may be cut off', () => {
    expect(hintsFor(card({ margin: 0 }), DOCUMENT)).toContain('cut')
    expect(hintsFor(card({ margin: 0 }), PERSON)).not.toContain('cut')
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

  test('a black one is called dark, and nothing is said of its sharpness', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1200, maxLength: 1200, max: 59 }), (values) => {
        expect(hintsFor({ width: 40, height: 30, values }, DOCUMENT)[0]).toBe('dark')
        expect(hintsFor({ width: 40, height: 30, values }, DOCUMENT)).not.toContain('blurred')
      }),
    )
    expect(hintsFor({ width: 40, height: 30, values: new Uint8Array(1200) }, DOCUMENT)).toEqual(['dark'])
  })

  test('one of 300 × 180 is called too small, however sharp it is', () => {
    expect(hintsFor(card(), { isDocument: true, sent: { width: 300, height: 180 } })).toEqual(['small'])
    // nobody reads print on a face
    expect(hintsFor(card(), { isDocument: false, sent: { width: 300, height: 180 } })).toEqual([])
    expect(text.hints.small).toContain(`${LEAST_SIDES.longer} × ${LEAST_SIDES.shorter}`)
  })

  test('that one is too small comes first, whatever else is wrong, lying or upright', () => {
    const side = fc.integer({ min: 1, max: 2000 })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 600, maxLength: 600 }), side, side, (values, width, height) => {
        const picture = { width: 30, height: 20, values }
        const isSmall = Math.max(width, height) < LEAST_SIDES.longer || Math.min(width, height) < LEAST_SIDES.shorter
        const hints = hintsFor(picture, { isDocument: true, sent: { width, height } })
        expect(hints.indexOf('small')).toBe(isSmall ? 0 : -1)
        expect(hints).toEqual(hintsFor(picture, { isDocument: true, sent: { width: height, height: width } }))
        if (isSmall) expect(hints).not.toContain('blurred')
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
