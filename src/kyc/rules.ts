import type { KycState } from '#users/contract.ts'
import type { DocumentKind, ReasonCode, CheckStep } from './contract.ts'

const KYC_STEPS: Readonly<Record<KycState, readonly KycState[]>> = {
  none: ['submitted'],
  submitted: ['approved', 'rejected'],
  rejected: ['submitted'],
  approved: [],
}

/**
 * The life of an identity check: none → submitted → approved (for good) or rejected → submitted again. Whoever takes their
 * account back is none again where it was approved meanwhile.
 */
export function kycMayBecome(from: KycState, to: KycState): boolean {
  return KYC_STEPS[from].includes(to)
}

/** Years. */
const OF_AGE = 18
const OLDEST = 130

/** Whether a text is a day of the calendar, as ISO 8601 writes it. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** What is wrong with a birth date on a day, or null. Both are days of the calendar as ISO 8601 writes them. */
export function checkBirthDate(born: string, today: string): string | null {
  if (!isDay(born) || born > today || yearsBefore(today, OLDEST) > born)
    return 'Enter your birth date, such as 1990-12-31.'
  return born > yearsBefore(today, OF_AGE) ? `You have to be ${OF_AGE} or older.` : null
}

/** Who is born on 29 February is of age on 1 March: texts compare as days do. */
const yearsBefore = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`

/** What is wrong with a document's last day, or null. */
export function checkExpiry(expiresOn: string, today: string): string | null {
  if (!isDay(expiresOn)) return 'Enter the day on which the document expires, such as 2031-05-31.'
  return expiresOn < today ? 'This document has expired. Use one that is still valid.' : null
}

/** Letters of languages that are written in Latin today: no phonetic ones and no small capitals, which only look like them. */
const LATIN = /[A-Za-zÆÐØÞßæðøþĐđĦħıĲĳŁłŊŋŒœŦŧẞƁɓƇƈƉɖƊɗƎǝƏəƐɛƑƒƓɠƔɣƖɩƗɨƘƙƝɲƆɔƤƥƩʃƬƭƱʊƲʋƳƴƷʒǤǥɄʉ]/u

/**
 * The writings of names: a name is in one. They are those that are in everyday use (UAX 31, table 5). Chinese and Japanese
 * characters stand together in Japanese names.
 */
const WRITINGS: readonly RegExp[] = [
  ...[LATIN, /\p{sc=Greek}/u, /\p{sc=Cyrillic}/u, /\p{sc=Armenian}/u, /\p{sc=Georgian}/u],
  ...[/\p{sc=Hebrew}/u, /\p{sc=Arabic}/u, /\p{sc=Thaana}/u, /\p{sc=Ethiopic}/u],
  ...[/\p{sc=Devanagari}/u, /\p{sc=Bengali}/u, /\p{sc=Gurmukhi}/u, /\p{sc=Gujarati}/u, /\p{sc=Oriya}/u],
  ...[/\p{sc=Tamil}/u, /\p{sc=Telugu}/u, /\p{sc=Kannada}/u, /\p{sc=Malayalam}/u, /\p{sc=Sinhala}/u],
  ...[/\p{sc=Thai}/u, /\p{sc=Lao}/u, /\p{sc=Khmer}/u, /\p{sc=Myanmar}/u, /\p{sc=Tibetan}/u],
  ...[/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u, /\p{sc=Hangul}/u, /\p{sc=Bopomofo}/u],
]
/** Letters to Unicode, and apostrophes to whoever writes them: of Hawaiian, Ukrainian and the like. */
const APOSTROPHES = /[ʻʼʽʾʿ]/u

const IN_LETTERS = 'Enter your name as it appears in your document, in letters.'

/** What is wrong with a name as it stands in a document, or null. */
export function checkLegalName(name: string): string | null {
  if (!/^[\p{L}\p{M}][\p{L}\p{M} .,'’-]*$/u.test(name) || !/\p{L}/u.test(name) || name.length < 2) {
    return IN_LETTERS
  }
  const letters = [...name.normalize('NFD')].filter((one) => /\p{L}/u.test(one) && !APOSTROPHES.test(one))
  if (letters.length === 0) return IN_LETTERS
  const writings = letters.map((letter) => WRITINGS.findIndex((writing) => writing.test(letter)))
  const odd = letters[writings.indexOf(-1)]
  if (odd !== undefined) {
    return `Write your name as your document does, in an alphabet such as Latin, Cyrillic or Arabic: “${odd}” is in none.`
  }
  // letters of several alphabets look the same, and what is compared is not how they look
  if (new Set(writings).size <= 1) return null
  return 'Some of these letters are from another alphabet. Enter your name in one alphabet, as it appears in your document.'
}

/** The steps of a check in their order; a passport has one side with a picture. */
export function stepsOf(document: DocumentKind | null): readonly CheckStep[] {
  const sides: readonly CheckStep[] = document === 'passport' ? ['front'] : ['front', 'back']
  return ['person', 'address', 'document', ...sides, 'face']
}

/** What is said under a step that is missing. */
export const MISSING: Readonly<Record<CheckStep, string>> = {
  person: 'Enter your name, birth date and nationality.',
  address: 'Enter your address.',
  document: 'Choose your document and enter its details.',
  front: 'Add a picture of the front of your document.',
  back: 'Add a picture of the back of your document.',
  face: 'Add a picture of yourself with the word.',
}

/** What an investor reads who was rejected for a reason: what is wrong, then what to do. */
export const REASONS: Readonly<Record<ReasonCode, string>> = {
  unreadable: 'We can’t read your document. Take new pictures in good light, with all four corners in view.',
  'document expired': 'Your document has expired. Use one that is still valid.',
  'document not accepted':
    'We can’t accept this document. Use a passport, identity card, driving licence or residence permit.',
  'details differ': 'What you entered differs from your document. Correct your details.',
  'face differs': 'We can’t match your picture to your document. Take a new picture of your face in good light.',
  'word missing': 'Your picture doesn’t show the word you were given. Take a new one and hold the word up.',
  'not genuine': 'We couldn’t confirm that your document is genuine. Take new pictures of the original document.',
  other: 'We couldn’t verify your identity.',
}

/** Days before a document expires from which another is asked for. */
export const ASK_AGAIN_DAYS = 30

/** Hours for which a word is good. */
export const WORD_HOURS = 24
