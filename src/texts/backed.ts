/** How much of what is owed is held. */
export const backed = (percent: string) => `Backed ${percent}%`
export const owesNothing = 'Nothing is owed'
export const look = 'look'
