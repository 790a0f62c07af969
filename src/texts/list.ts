/** The way to the next page. */
export const loadMore = 'Load more'
export const loading = 'loading...'
export const again = 'Try again'

/** How much of a list is shown. */
export const first = (shown: number) => `The first ${shown}`
export const newest = (shown: number) => `The newest ${shown}`
export const moreBelow = (shown: number) => `${shown} shown, more below`
export const all = (shown: number) => `${shown} of ${shown}`

export const select = 'Select'
export const selected = 'Selected'
export const selectOne = (name: string) => `Select ${name}`
export const selectAll = 'Select all shown'
