/** Between two lines of a very long history. */
export const leftOut = 'Some changes are not shown here'
/** Follows: leads to where one's own data are downloaded. */
export const all = 'Download your data to see all of them'
