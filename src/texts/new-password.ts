import { countOf } from './locale.ts'

export const password = 'Choose Password'
export const confirmation = 'Confirm Password'
export const hint = (shortest: number) => `${shortest} or more characters. Passwords found in leaks aren’t accepted.`
export const missing = (count: number) => countOf(count, { one: '# more character', other: '# more characters' })
export const longEnough = 'Long enough. It isn’t accepted if it was found in a leak, or is made from your name.'
