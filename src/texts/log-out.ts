/** The server could not be told. */
export const notSignedOut = 'You are still signed in: signing out needs a connection.'
