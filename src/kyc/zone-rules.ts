/** The machine-readable zone of a document (ICAO 9303): TD3 of passports, TD1 and TD2 of cards. Pure. */
import { parse } from 'mrz'
import type { DocumentKind } from './contract.ts'

export type Zone = {
  number: string
  /** a day, as ISO 8601 writes it */
  expiresOn: string
  /** YYMMDD; < where a document does not know it */
  birthDate: string
  name: string
}

/** Which of a zone's fields have to be whole, with their check digits. Countries are not compared. */
const CHECKED = new Set([
  ...['documentNumber', 'documentNumberCheckDigit', 'birthDate', 'birthDateCheckDigit', 'expirationDate'],
  ...['expirationDateCheckDigit', 'personalNumberCheckDigit', 'compositeCheckDigit', 'lastName', 'firstName'],
])
const PASSPORT = 'TD3'
const CARDS = ['TD1', 'TD2', 'FRENCH_NATIONAL_ID']

/** Reads what somebody has typed of it, or says what is wrong. */
export function readZone(kind: DocumentKind, typed: string): Zone | { problem: string } {
  const lines = typed
    .toUpperCase()
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/\s/g, ''))
    .filter((line) => line !== '')
  const read = parsed(lines)
  if (read === undefined || (kind === 'passport' ? read.format !== PASSPORT : !CARDS.includes(read.format))) {
    return { problem: HOW_LONG[kind === 'passport' ? 'passport' : 'card'] }
  }
  const { fields, documentNumber, details } = read
  const { birthDate, expirationDate, lastName, firstName } = fields
  const wrong = details.some(({ field, valid }) => field !== null && CHECKED.has(field) && !valid)
  if (wrong || !documentNumber || !birthDate || !expirationDate || !lastName) {
    return { problem: 'A character is wrong: the check digits do not fit. Compare each line with your document.' }
  }
  const expiresOn = `20${expirationDate.slice(0, 2)}-${expirationDate.slice(2, 4)}-${expirationDate.slice(4)}`
  return { number: documentNumber, expiresOn, birthDate, name: `${lastName} ${firstName ?? ''}`.trim() }
}

const HOW_LONG = {
  passport: 'Enter the two lines at the bottom of the page, 44 characters each.',
  card: 'Enter the lines with <<<: three of 30 characters, or two of 36.',
}

/** It throws where the lines have the length of no document, or hold what stands in none. */
function parsed(lines: readonly string[]) {
  try {
    return parse(lines)
  } catch {
    return undefined
  }
}

/** Whether a birth date, as ISO 8601 writes it, is that of a zone; what the zone does not know is no difference. */
export function birthDatesAgree(born: string, zone: string): boolean {
  const typed = born.slice(2).replaceAll('-', '')
  return [...zone].every((digit, place) => digit === '<' || digit === typed[place])
}

/**
 * Whether a name as it was typed is that of a zone, which has 26 letters and may be cut short: every part of either is in
 * the other, in any order.
 */
export function namesAgree(typed: string, zone: string): boolean {
  const inZone = partsOf(zone.toUpperCase())
  const mayBeCut = inZone.join(' ').length >= CUT
  const isCutFrom = (part: string, own: readonly string[]) =>
    mayBeCut && part === inZone.at(-1) && own.some((whole) => whole.startsWith(part))
  return SPELLINGS.some((spelling) => {
    const own = partsOf(spelled(typed, spelling))
    return (
      own.length > 0 &&
      inZone.every((part) => own.includes(part) || isCutFrom(part, own)) &&
      (mayBeCut || own.every((part) => inZone.includes(part)))
    )
  })
}

/** Letters from which a name may have been cut: cards have 30 places for it, with three of them between its parts. */
const CUT = 26

/** How letters outside of the alphabet are written in a zone (ICAO 9303, part 3, section 6): with another or without. */
const SPELLINGS: readonly Readonly<Record<string, string>>[] = [
  { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Æ: 'AE', Ø: 'OE', Œ: 'OE', ẞ: 'SS', Þ: 'TH', Đ: 'D', Ð: 'D', Ł: 'L', Ñ: 'N' },
  { Ä: 'A', Ö: 'O', Ü: 'U', Å: 'A', Æ: 'AE', Ø: 'O', Œ: 'OE', ẞ: 'SS', Þ: 'TH', Đ: 'D', Ð: 'D', Ł: 'L', Ñ: 'N' },
  { Ä: 'A', Ö: 'O', Ü: 'UXX', Å: 'AA', Æ: 'AE', Ø: 'OE', Œ: 'OE', ẞ: 'SS', Þ: 'TH', Đ: 'D', Ð: 'D', Ł: 'L', Ñ: 'NXX' },
]

function spelled(name: string, spelling: Readonly<Record<string, string>>): string {
  const letters = [...name.normalize('NFC').toUpperCase()].map((letter) => spelling[letter] ?? letter).join('')
  return letters.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** An apostrophe is left out in a zone, a hyphen is a blank. */
const partsOf = (name: string) =>
  name
    .replaceAll(/['’.]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
