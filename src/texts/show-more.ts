import { countOf } from './locale.ts'

export const more = (count: number) => countOf(count, { one: 'Show # more', other: 'Show # more' })
