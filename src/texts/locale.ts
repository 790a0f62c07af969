/** The language of this folder's texts, for `Intl` and for the page. */
export const LOCALE = 'en-US'
/** Which way its lines run. */
export const DIRECTION: 'ltr' | 'rtl' = 'ltr'

/** The months as `Intl` shortens them in this language. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/**
 * Makes something once, when it is first needed. The first format of dates or numbers takes a phone as long as a screen:
 * its browser fetches all that it knows of them. What an investor sees first is therefore written without one.
 */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The form of a word that a number asks for: `countOf(2, { one: '# day', other: '# days' })` is `2 days`. */
export function countOf(count: number, forms: { one: string; other: string }): string {
  const form = count === 1 ? forms.one : forms.other
  return form.replace('#', count < 1000 ? String(count) : count.toLocaleString(LOCALE))
}
