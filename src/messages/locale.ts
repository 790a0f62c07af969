/** The language of this folder's texts, for `Intl` and for the page. */
export const LOCALE = 'en-US'
/** Which way its lines run. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

const plurals = new Intl.PluralRules(LOCALE)

/** The form of a word that a number asks for: `countOf(2, { one: '# day', other: '# days' })` is `2 days`. */
export function countOf(count: number, forms: { one: string; other: string }): string {
  const form = plurals.select(count) === 'one' ? forms.one : forms.other
  return form.replace('#', numbers.format(count))
}

const numbers = new Intl.NumberFormat(LOCALE)
