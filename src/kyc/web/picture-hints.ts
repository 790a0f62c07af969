/** What may be wrong with a picture before it is sent, told from its brightness alone. Pure: no canvas, no network. */

type Size = { width: number; height: number }
/** A picture as brightness, row after row, 0 black to 255 white. */
export type Brightness = Size & { values: Uint8ClampedArray | Uint8Array }
export type Hint = 'small' | 'dark' | 'blurred' | 'glare' | 'cut'

/**
 * Pixels of the longer and of the shorter side below which a document cannot be read: the page of a passport, 125 mm wide,
 * has print of 2 mm, which is then 10 pixels high.
 */
export const LEAST_SIDES = { longer: 640, shorter: 400 }

/** Pixels of the longer side to which a picture is made smaller before it is looked at: the figures below belong to it. */
export const LOOKED_AT = 480

const DARK = 60
const BLURRED = 45
/** A pixel that holds nothing but light, and the share of a picture that may be so. */
const WASHED_OUT = 253
const GLARE = 0.06
/** A step in brightness that counts as an edge. */
const EDGE = 24
/** The width of the border that is compared with what it encloses, and how much as lively it may be. */
const BORDER = 0.035
const CUT = 0.75

type Sent = { isDocument: boolean; sent: Size }

/**
 * Hints for a picture, what is most in the way first; `sent` is its size before it was made smaller. Only of a document
 * is it asked whether its print can be read, whether it shines, and whether it reaches over the border. Sharpness is the
 * variance of the Laplacian (Pech-Pacheco and others, Diatom autofocusing in brightfield microscopy, 2000): what is in
 * focus has steps. What is too small or too dark has none to judge by, so nothing is said of its sharpness.
 */
export function hintsFor(picture: Brightness, { isDocument, sent }: Sent): Hint[] {
  const hints: Hint[] = []
  const { mean, washedOut } = lightOf(picture)
  if (isDocument && isSmall(sent)) hints.push('small')
  if (mean < DARK) hints.push('dark')
  if (hints.length === 0 && sharpness(picture) < BLURRED) hints.push('blurred')
  if (isDocument && washedOut > GLARE) hints.push('glare')
  if (isDocument && reachesOver(picture)) hints.push('cut')
  return hints
}

function isSmall({ width, height }: Size): boolean {
  return Math.max(width, height) < LEAST_SIDES.longer || Math.min(width, height) < LEAST_SIDES.shorter
}

function lightOf({ values }: Brightness) {
  let sum = 0
  let white = 0
  for (const value of values) {
    sum += value
    if (value >= WASHED_OUT) white += 1
  }
  return { mean: sum / values.length, washedOut: white / values.length }
}

/** The variance of the Laplacian; 0 of a single colour. */
export function sharpness({ width, height, values }: Brightness): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const beside =
        (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - width] ?? 0) + (values[at + width] ?? 0)
      const laplacian = beside - 4 * (values[at] ?? 0)
      sum += laplacian
      squares += laplacian * laplacian
      count += 1
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

/** Whether there are about as many edges along the border as inside: a document with a table around it has few there. */
function reachesOver(picture: Brightness): boolean {
  const { width, height, values } = picture
  const band = Math.max(2, Math.round(Math.min(width, height) * BORDER))
  const border = { edges: 0, pixels: 0 }
  const inside = { edges: 0, pixels: 0 }
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x
      const isEdge =
        Math.abs((values[at] ?? 0) - (values[at - 1] ?? 0)) > EDGE ||
        Math.abs((values[at] ?? 0) - (values[at - width] ?? 0)) > EDGE
      const part = x < band || y < band || x >= width - band || y >= height - band ? border : inside
      part.pixels += 1
      if (isEdge) part.edges += 1
    }
  }
  const lively = inside.edges / Math.max(1, inside.pixels)
  return lively > 0.01 && border.edges / Math.max(1, border.pixels) > CUT * lively
}
