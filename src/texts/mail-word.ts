import { product } from './product.ts'
export const heading = 'Your word in our mails'
export const lead = `Every mail to you begins with this word. A mail without it is not from ${product}.`
export const word = 'Your word'
export const hint = '3 to 40 letters, digits and spaces. Not your password.'
export const save = 'Save word'
export const remove = 'Remove it'
export const sending = 'sending...'
