import { countOf } from './locale.ts'

export const password = 'Choose Password'
export const confirmation = 'Confirm Password'
export const hint = (shortest: number) => `${shortest} or more characters. Leaked passwords are refused.`
export const missing = (count: number) => countOf(count, { one: '# more character', other: '# more characters' })
export const longEnough = 'Long enough. It is refused only if it is a commonly leaked one.'
