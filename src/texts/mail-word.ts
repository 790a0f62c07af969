import { product } from './product.ts'
export const heading = 'Your word in our emails'
export const lead = `Every email to you begins with this word. An email without it isn’t from ${product}.`
export const word = 'Your word'
export const hint = '3 to 40 letters, digits and spaces. Not your password.'
export const save = 'Save word'
export const remove = 'Remove it'
export const sending = 'sending...'
