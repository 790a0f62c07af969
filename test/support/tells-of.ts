/** Whether bytes that everybody can have tell of somebody, in any of the forms in which they might. */
import { createHash } from 'node:crypto'

/** Bytes, one a letter, and from where they are. */
export type Shown = { place: string; bytes: string }
/** What would tell of whom, in one form. */
type Form = { what: string; form: string; bytes: string }

const latin = (bytes: Buffer) => bytes.toString('latin1')

/** Of base64 the part that is the same wherever in a longer text the bytes begin: three parts, one for each beginning. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(Math.ceil((before * 8) / 6), whole)
  })
}

/** The bytes themselves, in hexadecimal, in base64, and each of these of their hash without a salt. */
function formsOfBytes(what: string, kind: string, bytes: Buffer): Form[] {
  const digest = createHash('sha256').update(bytes).digest()
  return (['', 'hashed '] as const).flatMap((hashed) => {
    const shown = hashed === '' ? bytes : digest
    return [
      { what, form: `${hashed}${kind}`, bytes: latin(shown) },
      { what, form: `${hashed}${kind} in hexadecimal`, bytes: shown.toString('hex') },
      ...base64Of(shown).map((text, at) => ({ what, form: `${hashed}${kind} in base64, behind ${at}`, bytes: text })),
    ]
  })
}

/** A text, in lower case as well; an id as its 16 bytes and without its strokes, an amount as a decimal and as 8 bytes, too. */
export function formsOf(what: string, told: string | bigint): Form[] {
  if (typeof told === 'bigint') {
    const eight = Buffer.alloc(8)
    eight.writeBigInt64BE(told)
    const cents = String(told / 10_000n).padStart(3, '0')
    const decimal = `${cents.slice(0, -2)}.${cents.slice(-2)}`
    const grouped = decimal.replaceAll(/\B(?=(\d{3})+\.)/g, ',')
    return [
      ...formsOfBytes(what, 'micro-dollars', Buffer.from(String(told))),
      ...formsOfBytes(what, 'dollars', Buffer.from(decimal)),
      ...formsOfBytes(what, 'dollars as on a screen', Buffer.from(grouped)),
      ...formsOfBytes(what, 'eight bytes', eight),
    ]
  }
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(told)
  return [...new Set([told, told.toLowerCase(), ...(isId ? [told.replaceAll('-', '')] : [])])]
    .flatMap((text) => formsOfBytes(what, 'text', Buffer.from(text)))
    .concat(isId ? formsOfBytes(what, 'sixteen bytes', Buffer.from(told.replaceAll('-', ''), 'hex')) : [])
}

/** Where any of these stands, as it is or in lower case. */
export function toldIn(shown: readonly Shown[], forms: readonly Form[]): string[] {
  return shown.flatMap(({ place, bytes }) => {
    const lower = bytes.toLowerCase()
    return forms
      .filter((form) => bytes.includes(form.bytes) || lower.includes(form.bytes))
      .map(({ what, form }) => `${place} tells ${what}: ${form}`)
  })
}
