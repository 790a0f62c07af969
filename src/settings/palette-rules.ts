/**
 * Everything that is Plumb's green, in light and dark, from one colour of the operator's. Colours are worked out in OKLCH
 * (Björn Ottosson, A perceptual color space for image processing, 2020) and compared by the contrast of WCAG 2.2.
 */
import type { Look } from './look-rules.ts'

export type Scheme = 'light' | 'dark'

/** What a page is made of that never changes: what text in the brand's colour may stand on, and other text on its wash. */
export const GROUNDS = {
  light: {
    ...{ bg: '#f3f5f1', surface: '#ffffff', sunken: '#e8ece5', 'gold-wash': '#fbefd2', 'down-wash': '#fbe4e1' },
    ...{ 'pending-wash': '#fff2b0', 'completed-wash': '#e4e8e2' },
  },
  dark: {
    ...{ bg: '#0b1311', surface: '#131d1a', sunken: '#1b2723', 'gold-wash': '#33240c', 'down-wash': '#3a1b18' },
    ...{ 'pending-wash': '#33300c', 'completed-wash': '#25312c' },
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** The text that stands on them, which never changes either: most of it means something. */
export const INKS = {
  light: {
    ...{ ink: '#10201b', 'ink-2': '#46564f', 'ink-3': '#5e6e67', gold: '#8a5a00', up: '#0a6e4f', down: '#b3302a' },
    ...{ pending: '#6a5300', completed: '#4a5852', line: '#dde3db' },
  },
  dark: {
    ...{ ink: '#ecf3ef', 'ink-2': '#aebdb6', 'ink-3': '#8b9c94', gold: '#f2c25b', up: '#64d6a6', down: '#ff8a7e' },
    ...{ pending: '#ffe066', completed: '#b3c0ba', line: '#223029' },
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** Plumb's own. Each derived shade is at least as far from what stands on it, or beside it, as this one. */
export const PLUMB = {
  light: {
    ...{ brand: '#0a6556', 'on-brand': '#ffffff', wash: '#ddf0e8', mark: '#0a3f35' },
    ...{ 'spine-from': '#0f5a4c', 'spine-to': '#072b25' },
  },
  dark: {
    ...{ brand: '#5fd9bc', 'on-brand': '#04211b', wash: '#12332b', mark: '#0c4a3e' },
    ...{ 'spine-from': '#0d2a24', 'spine-to': '#081613' },
  },
} as const satisfies Record<Scheme, Record<string, string>>
/** The paper of the first balance card and of the head of visitors' pages, from its corner on; and links on any paper. */
export const PLUMB_PAPER = ['#147260', '#0d5042', '#072e27'] as const
export const PLUMB_TINT = '#a4ebd5'

export type Shades = Record<keyof (typeof PLUMB)[Scheme], string>
export type Palette = Record<Scheme, Shades> & {
  paper: readonly string[]
  /** links on any paper, and the button on it */
  tint: string
  button: string
}
const PLUMB_BUTTON = '#c9f3e4'
export const PLUMB_PALETTE: Palette = { ...PLUMB, paper: PLUMB_PAPER, tint: PLUMB_TINT, button: PLUMB_BUTTON }

const TEXT = 4.5

/** Everything that hangs on the operator's colour, from that one colour. There is no colour for which it fails. */
export function paletteOf(colour: string): Palette {
  const { lightness, chroma, hue } = lchOf(colour)
  const shade = (at: number, strength: number): Lch => ({ lightness: at, chroma: Math.min(chroma, strength), hue })
  const bright = (at: number, strength: number, than: string) =>
    settle(shade(at, strength), 1, (hex) => luminanceOf(hex) >= luminanceOf(than))
  const tint = bright(0.88, 0.09, PLUMB_TINT)
  const dark = (at: number, strength: number, than: string) =>
    settle(shade(at, strength), -1, (hex) => luminanceOf(hex) <= luminanceOf(than) && contrastOf(hex, tint) >= TEXT)

  const wash = bright(0.94, Math.min(chroma / 3, 0.035), PLUMB.light.wash)
  const nightWash = dark(0.3, Math.min(chroma / 2.5, 0.06), PLUMB.dark.wash)
  // on a dark page the text of a button is a dark shade of its own hue
  const onNight = dark(0.22, 0.04, PLUMB.dark['on-brand'])
  // what has hardly any colour would look switched off in between
  const [deep, high] = [Math.min(lightness, 0.4 + 3.5 * chroma), Math.max(lightness, 0.92 - 2.5 * chroma)]
  return {
    light: {
      brand: settle({ lightness: deep, chroma, hue }, -1, readableOn([...Object.values(GROUNDS.light), wash])),
      'on-brand': '#ffffff',
      wash,
      mark: dark(0.34, 0.1, PLUMB.light.mark),
      'spine-from': dark(0.42, 0.12, PLUMB.light['spine-from']),
      'spine-to': dark(0.27, 0.07, PLUMB.light['spine-to']),
    },
    dark: {
      brand: settle(
        { lightness: high, chroma, hue },
        1,
        readableOn([...Object.values(GROUNDS.dark), nightWash, onNight]),
      ),
      'on-brand': onNight,
      wash: nightWash,
      mark: dark(0.37, 0.1, PLUMB.dark.mark),
      'spine-from': dark(0.27, 0.06, PLUMB.dark['spine-from']),
      'spine-to': dark(0.2, 0.04, PLUMB.dark['spine-to']),
    },
    paper: [dark(0.5, 0.16, PLUMB_PAPER[0]), dark(0.39, 0.13, PLUMB_PAPER[1]), dark(0.27, 0.09, PLUMB_PAPER[2])],
    tint,
    button: bright(0.93, 0.06, PLUMB_BUTTON),
  }
}

/** What means something, and a brand could be taken for. */
const MEANINGS = ['gold', 'down', 'pending'] as const
/** In OKLab; below it two colours are told apart only side by side. */
const ALIKE = 0.075

/** The colour with a meaning that the brand comes close to, in either theme; undefined if there is none. */
export function takenFor(palette: Palette): (typeof MEANINGS)[number] | undefined {
  return MEANINGS.find((meaning) =>
    (['light', 'dark'] as const).some((theme) => distanceOf(palette[theme].brand, INKS[theme][meaning]) < ALIKE),
  )
}

function distanceOf(one: string, other: string): number {
  const [here, there] = [lchOf(one), lchOf(other)]
  const part = (of: (angle: number) => number) => here.chroma * of(here.hue) - there.chroma * of(there.hue)
  return Math.hypot(here.lightness - there.lightness, part(Math.cos), part(Math.sin))
}

const readableOn = (grounds: readonly string[]) => (hex: string) =>
  grounds.every((ground) => contrastOf(hex, ground) >= TEXT)

/** The background of the paper, as CSS has it. */
export function paperOf([from, middle, to]: readonly string[]): string {
  return `radial-gradient(120% 140% at 0 0,${from},${middle} 42%,${to})`
}

/** The sheet that a page needs besides its own, for a look; '' where it is Plumb's. It counts wherever it stands among the others. */
export function lookStyle({ colour, logo }: Look): string {
  // as high as the mark, and no wider than there is room; one that says the name stands alone
  const named =
    logo === null
      ? ''
      : '.logo{width:auto;height:auto;max-width:min(100%,11.25rem);max-height:2.25rem;border-radius:.5rem}[data-wordmark] .house-name{display:none}'
  if (colour === null) return named
  const { light, dark, paper, tint, button } = paletteOf(colour)
  return (
    `html:root{${declared(light)}}html[data-theme=dark]{${declared(dark)}}` +
    `.paper-verdigris{background:${paperOf(paper)}}` +
    `.paper-verdigris,.paper-bronze,.paper-slate,.spine{--brand:${tint}}svg [stroke="${PLUMB_TINT.toUpperCase()}"]{stroke:${tint}}` +
    `[class*="${PLUMB_BUTTON.toUpperCase()}"]{background:${button}}${named}`
  )
}

/** Shades as the declarations of CSS. */
export function declared(shades: Shades): string {
  return Object.entries(shades)
    .map(([name, hex]) => `--${name}:${hex}`)
    .join(';')
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, relative luminance, from 0 to 1. */
export function luminanceOf(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 0 to 1; from 0 to about 0.37; radians. */
type Lch = { lightness: number; chroma: number; hue: number }
type Triple = readonly [number, number, number]

const STEP = 0.005

/** The first colour that will do, going darker (-1) or lighter (1) from where it is, at its hue. The end of that way is black or white. */
function settle(from: Lch, way: 1 | -1, does: (hex: string) => boolean): string {
  for (let lightness = from.lightness; lightness > 0 && lightness < 1; lightness += way * STEP) {
    const hex = hexOf({ ...from, lightness })
    if (does(hex)) return hex
  }
  return way === 1 ? '#ffffff' : '#000000'
}

function linearOf(hex: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function lchOf(hex: string): Lch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const other = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, other),
    hue: Math.atan2(other, a),
  }
}

/** As much of the chroma as a screen can show at this lightness and hue. */
function hexOf(lch: Lch): string {
  let rgb = rgbOf(lch)
  let [none, all] = [0, lch.chroma]
  if (!isShown(rgb)) {
    for (let times = 0; times < 10; times += 1) {
      const chroma = (none + all) / 2
      if (isShown(rgbOf({ ...lch, chroma }))) none = chroma
      else all = chroma
    }
    rgb = rgbOf({ ...lch, chroma: none })
  }
  return `#${rgb.map(digitsOf).join('')}`
}

const EDGE = 0.0005
const isShown = (rgb: Triple) => rgb.every((value) => value > -EDGE && value < 1 + EDGE)

function digitsOf(value: number): string {
  const light = Math.min(1, Math.max(0, value))
  const kept = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(kept * 255)
    .toString(16)
    .padStart(2, '0')
}

function rgbOf({ lightness, chroma, hue }: Lch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
