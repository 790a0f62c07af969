export const title = 'Page not found'
export const line = 'There is no page at this address. Check it for typing errors, or start over.'
export const home = 'Go home'
export const signIn = 'Go to sign-in'
