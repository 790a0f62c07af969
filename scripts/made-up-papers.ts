/** What somebody hands in for an identity check, made up: a passport that nobody has, and two pictures of nobody. */
import sharp from 'sharp'
import { dottedPath } from '#kit/draw-watermark.ts'

type Papers = {
  /** the body of `POST /api/kyc-details` */
  details: Record<string, string>
  /** by the side that they show */
  pictures: { front: Buffer; face: Buffer }
}

/**
 * `n` tells people apart: of each number, document and pictures are nobody else's. The person holds up the word, where one
 * is given.
 */
export async function madeUpPapers(n: number, name = { given: 'Anna', family: 'Example' }, word = ''): Promise<Papers> {
  return {
    details: {
      legal_name: `${name.given} ${name.family}`,
      ...{ birth_date: '1990-12-31', nationality: 'US' },
      ...{ street: `${n} Example Street`, city: 'Springfield', postal_code: '12345', country: 'US' },
      ...{
        document: 'passport',
        document_country: 'US',
        mrz: passportZone({ ...name, number: numberOf(n) }).join('\n'),
      },
    },
    pictures: { front: await drawn(n, CARD), face: await drawn(n, FACE + held(word)) },
  }
}

/** Both lines of a passport's machine-readable zone (ICAO 9303, part 4). Dates are YYMMDD. */
export function passportZone(of: {
  given: string
  family: string
  number: string
  born?: string
  expires?: string
}): [string, string] {
  const { born = '901231', expires = '491231' } = of
  const [family, given] = [of.family, of.given].map((name) => name.toUpperCase().replaceAll(/[^A-Z]/g, '<'))
  const number = withDigit(of.number.padEnd(9, '<'))
  const personal = withDigit('<'.repeat(14))
  const [birth, expiry] = [withDigit(born), withDigit(expires)]
  const second = `${number}USA${birth}F${expiry}${personal}${checkDigit(number + birth + expiry + personal)}`
  return [`P<USA${family}<<${given}`.padEnd(44, '<'), second]
}

const withDigit = (text: string) => `${text}${checkDigit(text)}`

/** The sum of the characters' values by weights of 7, 3 and 1, modulo 10. */
export function checkDigit(text: string): number {
  const valueOf = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36))
  return [...text].reduce((sum, letter, at) => sum + valueOf(letter) * ([7, 3, 1][at % 3] ?? 0), 0) % 10
}

const numberOf = (n: number) => `X${String(n % 10 ** 8).padStart(8, '0')}`

const CARD = `<rect x="40" y="40" width="880" height="560" rx="30" fill="#fff" fill-opacity=".75"/>
  <circle cx="220" cy="250" r="80"/><path d="M90 500a130 150 0 0 1 260 0z"/>
  <path d="M430 160h400v24H430zM430 250h320v24H430zM430 340h360v24H430zM430 430h240v24H430z" opacity=".6"/>`
const FACE = `<circle cx="480" cy="250" r="150" fill="#fff" fill-opacity=".75"/>
  <path d="M200 640a280 260 0 0 1 560 0z" fill="#fff" fill-opacity=".75"/><path d="M600 430h280v140H600z" fill="#fff"/>`

/** A word on the paper that is held up. */
function held(word: string): string {
  const dot = Math.min(6, 260 / (6 * word.length - 1))
  return (
    word && `<path d="${dottedPath(word.toUpperCase())}" transform="translate(610 ${500 - 3.5 * dot}) scale(${dot})"/>`
  )
}

/** The number stands in it in bars as well, so that no two files are the same. */
function drawn(n: number, shape: string): Promise<Buffer> {
  const bars = [...n.toString(2)].map((bit, at) => `<path d="M${60 + at * 20} 610v${bit === '1' ? 20 : 8}h10V610z"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" fill="#20303a">
    <rect width="960" height="640" fill="hsl(${(n * 47) % 360} 30% 70%)"/>${shape}${bars.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
