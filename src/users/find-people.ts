import type { Tx } from '#kit/database.ts'
import { beginningWith } from '#lists/page.ts'
import { idsBeginning } from '#lists/narrowing.ts'
import { type FoundRow, selectPeopleBeginning, selectPeopleByWords } from './store.ts'

/** So many digits say which number is meant. */
const MEANT_PHONE = 4
/** So many of its last ones do, where the country is left out. */
const MEANT_PHONE_END = 6
/** So much of an id says whose it is: ids begin with their time, and fewer digits are those of many. */
const MEANT_ID = 8

/**
 * People by how their name, e-mail, phone number or id begins; then by any word of the name or of what stands before the
 * @ of the e-mail, and by how the phone number ends. At most `most`, those with such a name first. By indexes alone,
 * however many people there are.
 */
export async function findPeople(tx: Tx, typed: string, most: number): Promise<FoundRow[]> {
  const q = typed.trim().toLowerCase()
  const ids = q.length < MEANT_ID ? undefined : idsBeginning(q)
  const found = once(await selectPeopleBeginning(tx, { begins: beginningWith(q), ...phonesIn(q), ids }, most))
  const words = wordsIn(q)
  if (found.length >= most || words === undefined) return found.slice(0, most)
  const byWords = await selectPeopleByWords(tx, words, most)
  return once([...found, ...byWords.toSorted((one, other) => (one.name < other.name ? -1 : 1))]).slice(0, most)
}

/** Each once, where they came first. */
function once(rows: readonly FoundRow[]): FoundRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/**
 * What a typed number may be of those that are stored, `+` and digits: written with its country (`+49 …`, `0049 …`,
 * `49 …`), or without (`0170 …`).
 */
function phonesIn(q: string): { phones: string[]; phoneEnd: string | undefined } {
  const number = q.replace(/[\s().\-/]/g, '')
  const digits = /^(?:\+|00)?(\d+)$/.exec(number)?.[1]
  if (digits === undefined || digits.length < MEANT_PHONE) return { phones: [], phoneEnd: undefined }
  const national = digits.replace(/^0/, '')
  const isWhole = number.startsWith('+') || number.startsWith('00') || national.length < MEANT_PHONE_END
  return {
    phones: [beginningWith(`+${digits}`)],
    phoneEnd: isWhole ? undefined : beginningWith([...national].toReversed().join('')),
  }
}

/** As `to_tsquery` takes them: each word, or one that begins so. Undefined where there is none, or it is an e-mail. */
function wordsIn(q: string): string | undefined {
  const words = q.includes('@') ? [] : (q.match(/[a-z0-9]+/g) ?? [])
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ')
}
