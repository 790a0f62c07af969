/** The language of this folder's texts, for `Intl` and for the page. */
export const LOCALE = 'en-US'
/** Which way its lines run. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

/** Makes something once, when it is first needed: each format of `Intl` takes milliseconds of a phone's start. */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const plurals = whenNeeded(() => new Intl.PluralRules(LOCALE))
const numbers = whenNeeded(() => new Intl.NumberFormat(LOCALE))

/** The form of a word that a number asks for: `countOf(2, { one: '# day', other: '# days' })` is `2 days`. */
export function countOf(count: number, forms: { one: string; other: string }): string {
  const form = plurals().select(count) === 'one' ? forms.one : forms.other
  return form.replace('#', numbers().format(count))
}
