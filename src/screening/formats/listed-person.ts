import { createHash } from 'node:crypto'
import { foldName } from '#screening/names/fold-name.ts'
import type { ListName } from '#screening/rules.ts'

/** Somebody on a list. */
export type ListedPerson = {
  /** the list’s own number for them; the same in its next edition */
  uid: string
  names: { name: string; strong: boolean }[]
  /** dates, months, years, or years between: `1960-01-12`, `1960-01`, `1960`, `1960/1964` */
  births: string[]
  /** codes of ISO 3166 where the list’s word for a country is known, else that word */
  countries: string[]
  /** by what they are listed, and what else it says of them */
  about: string
}

/** A whole edition of a list. */
export type ParsedList = {
  list: ListName
  format: 'csv' | 'xml'
  /** the day that the file says it was made on */
  publishedOn: string | null
  persons: ListedPerson[]
  /** companies, ships and aircraft: nobody who could open an account */
  leftOut: number
}

/** More than any list has; a file with more is none. */
export const MOST = { persons: 100_000, names: 300, births: 30, countries: 30, name: 300, about: 1000 }

/** A text of a file, fit to be kept and shown: on one line, without what cannot be seen, of at most so many characters. */
export function plain(text: string, longest: number = MOST.name): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
}

/** Puts together what a file says of somebody, each thing once; undefined where it names nobody that could be compared. */
export function listedPerson(said: {
  uid: string
  names: readonly { name: string; strong: boolean }[]
  births?: readonly (string | undefined)[]
  countries?: readonly string[]
  about?: readonly string[]
}): ListedPerson | undefined {
  const names = new Map<string, boolean>()
  for (const { name, strong } of said.names) {
    const text = plain(name)
    if (foldName(text).length > 0) names.set(text, strong || names.get(text) === true)
  }
  const uid = plain(said.uid, 60)
  if (uid === '' || names.size === 0) return undefined
  const once = (texts: readonly string[], most: number) =>
    [...new Set(texts.filter((text) => text !== ''))].slice(0, most)
  return {
    uid,
    names: [...names].slice(0, MOST.names).map(([name, strong]) => ({ name, strong })),
    births: once(
      (said.births ?? []).map((birth) => birth ?? ''),
      MOST.births,
    ),
    countries: once((said.countries ?? []).map(countryOf), MOST.countries),
    about: plain(
      once(
        (said.about ?? []).map((text) => plain(text, MOST.about)),
        50,
      ).join('; '),
      MOST.about,
    ),
  }
}

/** By what it is seen that a later edition says something else of somebody. */
export function hashOf({ names, births, countries, about }: ListedPerson): string {
  return createHash('sha256')
    .update(JSON.stringify([names, births, countries, about]))
    .digest('hex')
}

const NAMES_OF_COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const CODES = new Map<string, string>()

/** The code of a country by its English name; what is no country that is known stays as it is. */
function countryOf(text: string): string {
  if (CODES.size === 0) {
    const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))
    for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
      const name = NAMES_OF_COUNTRIES.of(code)
      if (name !== undefined) CODES.set(foldName(name).join(' '), code)
    }
  }
  const said = plain(text, 60)
  return /^[A-Za-z]{2}$/.test(said) ? said.toUpperCase() : (CODES.get(foldName(said).join(' ')) ?? said)
}
