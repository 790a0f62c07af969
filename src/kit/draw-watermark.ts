/** A text across a whole picture, many times, so that what is cut out of a copy still says who had it. */
import sharp from 'sharp'

/** Letters of five by seven dots, a row a digit of base 32: a machine may have no fonts. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf' },
  ...{ H: 'hhhvhhh', I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh' },
  ...{ O: 'ehhhhhe', P: 'uhhuggg', Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe' },
  ...{ V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh', Y: 'hhha444', Z: 'v1248gv' },
  ...{ 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he', 6: '68guhhe' },
  ...{ 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '-': '000v000', ':': '0cc0cc0', _: '000000v' },
}
const [ACROSS, DOWN] = [6, 11]
const TILT = -24
/** Of the picture's longer side. */
const LETTER = 1 / 420

/** Writes a text across a picture: white with a dark edge, so that it is seen on any ground and the ground through it. */
export async function drawWatermark(picture: Uint8Array, text: string): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const reach = Math.ceil(Math.hypot(width, height))
  const dot = Math.max(1, Math.max(width, height) * LETTER)
  const line = `${text.toUpperCase()}   `.repeat(Math.ceil(reach / (dot * ACROSS * (text.length + 3))) + 1)
  const path = dottedPath(line)
  const rows = Array.from({ length: Math.ceil((2 * reach) / (dot * DOWN * 4)) }, (_, row) => {
    const [x, y] = [-reach / 2 - (row % 2) * dot * ACROSS * 7, -reach + row * dot * DOWN * 4]
    return `<path d="${path}" transform="translate(${x} ${y}) scale(${dot})"/>`
  })
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g transform="translate(${width / 2} ${height / 2}) rotate(${TILT})" fill="#fff" fill-opacity="0.5"
      stroke="#000" stroke-opacity="0.35" stroke-width="0.25">${rows.join('')}</g></svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(mark) }])
    .webp({ quality: 84 })
    .toBuffer()
}

/** The dots of a text as squares, as the path of an SVG; a letter is six across. What has no letter here is a gap. */
export function dottedPath(text: string): string {
  return [...text].flatMap((letter, at) => dotsOf(letter).map(([x, y]) => `M${at * ACROSS + x} ${y}h1v1h-1z`)).join('')
}

function dotsOf(letter: string): (readonly [x: number, y: number])[] {
  return [...(LETTERS[letter] ?? '')].flatMap((row, y) =>
    [0, 1, 2, 3, 4].filter((x) => (Number.parseInt(row, 32) >> (4 - x)) & 1).map((x) => [x, y] as const),
  )
}
