import { countOf } from './locale.ts'

/** The way to the next page. */
export const loadMore = 'Load more'
export const loading = 'loading...'

/** How much of a list is shown. */
export const first = (shown: number) => `The first ${shown}`
export const newest = (shown: number) => `The newest ${shown}`
export const moreBelow = (shown: number) => `${shown} shown, more below`
export const all = (shown: number) => part(shown, { count: shown, more: false })
export const part = (shown: number, all: Counted) => `${number(shown)} of ${counted(all)}`

/** How many there are of what a list holds. */
export const inAll = (all: Counted) => `${counted(all)} in all`
export const found = (all: Counted) => `${counted(all)} found`

export const select = 'Select'
export const selected = 'Selected'
export const selectOne = (name: string) => `Select ${name}`
export const selectAll = 'Select all shown'

type Counted = { count: number; more: boolean }
const number = (count: number) => countOf(count, { one: '#', other: '#' })
export const counted = ({ count, more }: Counted) => (more ? `more than ${number(count)}` : number(count))
