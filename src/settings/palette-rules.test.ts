import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readColour } from './look-rules.ts'
import {
  contrastOf,
  GROUNDS,
  INKS,
  lookStyle,
  luminanceOf,
  paletteOf,
  PLUMB,
  PLUMB_PAPER,
  PLUMB_TINT,
  takenFor,
} from './palette-rules.ts'

const HASH = '0123456789abcdef0123456789abcdef'
const THEMES = ['light', 'dark'] as const
/** What stands on papers besides the links, and on a wash besides the brand. */
const PAPERS = ['#8d6414', '#63460d', '#3a2706', '#3b616d', '#274651', '#12252e'] as const

/** Every pair of which one colour is derived, with the contrast that it needs; those that fall short. */
function shortfalls(colour: string): string[] {
  const palette = paletteOf(colour)
  const pairs: [what: string, one: string, other: string, least: number][] = []
  for (const theme of THEMES) {
    const shades = palette[theme]
    for (const [name, ground] of Object.entries(GROUNDS[theme])) {
      pairs.push([`${theme} brand on ${name}`, shades.brand, ground, 4.5])
    }
    pairs.push([`${theme} brand on its wash`, shades.brand, shades.wash, 4.5])
    pairs.push([`${theme} text on brand`, shades['on-brand'], shades.brand, 4.5])
    for (const [name, ink] of Object.entries(INKS[theme]).filter(([name]) => name !== 'line')) {
      pairs.push([`${theme} ${name} on the wash`, ink, shades.wash, Math.min(4.5, contrastOf(ink, PLUMB[theme].wash))])
    }
    for (const part of ['spine-from', 'spine-to', 'mark'] as const) {
      pairs.push([`${theme} white on ${part}`, '#ffffff', shades[part], 4.5])
      pairs.push([`${theme} link on ${part}`, palette.tint, shades[part], 4.5])
    }
  }
  for (const paper of palette.paper) {
    pairs.push([`link on ${paper}`, palette.tint, paper, 4.5], [`white on ${paper}`, '#ffffff', paper, 4.5])
  }
  // where Plumb's own falls short of it, no text stands
  for (const paper of PAPERS) {
    pairs.push([`link on ${paper}`, palette.tint, paper, Math.min(4.5, contrastOf(PLUMB_TINT, paper))])
  }
  return pairs
    .filter(([, one, other, least]) => !(contrastOf(one, other) >= least))
    .map(([what, one, other]) => `${colour}: ${what}, ${one} on ${other}, ${contrastOf(one, other).toFixed(2)}`)
}

const hexOf = (number: number) => `#${number.toString(16).padStart(6, '0')}`

describe('from any one colour', () => {
  test('everything is derived in light and dark, and every pair can be read (WCAG AA)', () => {
    const steps = [0, 43, 85, 128, 170, 213, 255]
    for (const r of steps)
      for (const g of steps) for (const b of steps) expect(shortfalls(hexOf(r * 65_536 + g * 256 + b))).toEqual([])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        expect(shortfalls(hexOf(number))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('nothing is lighter under white text, or darker under dark text, than Plumb’s own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const { light, dark, paper, tint } = paletteOf(hexOf(number))
        paper.forEach((hex, place) =>
          expect(luminanceOf(hex)).toBeLessThanOrEqual(luminanceOf(PLUMB_PAPER[place] ?? '')),
        )
        expect(luminanceOf(tint)).toBeGreaterThanOrEqual(luminanceOf(PLUMB_TINT))
        expect(luminanceOf(light.wash)).toBeGreaterThanOrEqual(luminanceOf(PLUMB.light.wash))
        expect(luminanceOf(dark.wash)).toBeLessThanOrEqual(luminanceOf(PLUMB.dark.wash))
      }),
      { numRuns: 100 },
    )
  })

  test('what can be read as it is stays as it is', () => {
    expect(paletteOf('#0a6556').light.brand).toBe('#0a6556')
    expect(paletteOf('#5fd9bc').dark.brand).toBe('#5fd9bc')
    expect(paletteOf('#101010').light.brand).toBe('#101010')
    expect(paletteOf('#ffe600').dark.brand).toBe('#ffe600')
  })

  test('what cannot is moved no further than it has to be', () => {
    const { light } = paletteOf('#ff00aa')
    const least = Math.min(...[...Object.values(GROUNDS.light), light.wash].map((on) => contrastOf(light.brand, on)))
    expect(least).toBeLessThan(4.7)
  })

  test.each([
    ['#b3302a', 'down'],
    ['#8a5a00', 'gold'],
    ['#f2c25b', 'gold'],
    ['#ff00aa', undefined],
    ['#0a6556', undefined],
    ['#1d4ed8', undefined],
  ])('%s is told to come close to the colour that means %s', (colour, meaning) => {
    expect(takenFor(paletteOf(colour))).toBe(meaning)
  })

  test('a colour without any hue looks switched on in both themes', () => {
    expect(luminanceOf(paletteOf('#ffffff').light.brand)).toBeLessThan(0.1)
    expect(luminanceOf(paletteOf('#101010').dark.brand)).toBeGreaterThan(0.6)
  })
})

describe('Plumb’s own colours', () => {
  test('are those of the sheet that pages have', () => {
    const css = readFileSync(new URL('../ui/styles.css', import.meta.url), 'utf8')
    const [, light = '', dark = ''] = /:root \{(.*?)\n\}.*?\[data-theme='dark'\] \{(.*?)\n\}/s.exec(css) ?? []
    for (const [theme, sheet] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      for (const [name, hex] of Object.entries({ ...GROUNDS[theme], ...INKS[theme], ...PLUMB[theme] })) {
        const said = new RegExp(`--${name}: (#\\w+);`).exec(sheet)?.[1]
        expect([name, said && readColour(said)]).toEqual([name, hex])
      }
    }
    expect(css.replaceAll(/\s+/g, ' ')).toContain(
      `at 0 0, ${PLUMB_PAPER[0]}, ${PLUMB_PAPER[1]} 42%, ${PLUMB_PAPER[2]})`,
    )
    expect(css).toContain(`--brand: ${PLUMB_TINT};`)
  })

  test('let the box of a field be seen on every ground that it stands on (WCAG 1.4.11)', () => {
    const css = readFileSync(new URL('../ui/styles.css', import.meta.url), 'utf8')
    const boxes = [...css.matchAll(/--field: (#\w+);/g)].map(([, hex = '']) => hex)
    expect(boxes.length).toBe(THEMES.length)
    THEMES.forEach((theme, place) => {
      const { bg, surface, sunken } = GROUNDS[theme]
      for (const ground of [bg, surface, sunken])
        expect(contrastOf(boxes[place] ?? '', ground), `${theme} on ${ground}`).toBeGreaterThanOrEqual(3)
    })
  })
})

describe('the sheet of a look', () => {
  test('of nothing is none at all, and of a colour nothing but colours', () => {
    expect(lookStyle({ colour: null, logo: null })).toBe('')
    const style = lookStyle({ colour: '#ff00aa', logo: HASH })
    expect(style).toMatch(/^[\w\-#{}:;,.=%()[\]"* ]+$/)
    expect(style).not.toMatch(/gold|pending|--up|--down|slate:/)
  })
})
