/** How much of what is owed is held. */
export const backed = (percent: string) => `Backed ${percent}%`
export const owesNothing = 'Nothing is owed'
/** Stands for the two, where the figures may be older than what its reader has just done. */
export const books = 'Our books'
export const look = 'look'
