import { countOf } from './locale.ts'

/** Between the parts of a record's second line. */
export const comma = ', '

export const more = (count: number) => countOf(count, { one: 'Show # more', other: 'Show # more' })
