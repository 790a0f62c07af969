import { countOf, LOCALE, whenNeeded } from './locale.ts'

/** `14 days` */
export const days = (count: number) => countOf(count, { one: '# day', other: '# days' })

const list = whenNeeded(() => new Intl.ListFormat(LOCALE, { type: 'disjunction' }))
/** `7, 14 or 30 days` */
export const oneOfDays = (counts: readonly number[]) =>
  list().format([...counts.slice(0, -1).map(String), days(counts.at(-1) ?? 0)])

/** Percentages without their sign: the same rate for a day and for a year. */
export const rate = (daily: string, yearly: string) => `${daily}% a day · ${yearly}% a year`
export const percent = (value: string) => `${value}%`
