import { operator, product } from './product.ts'

export { product }
/** What all pages of visitors share. */
/** What the engraving beside every form is drawn from. */
export const engraving = 'Plumb'
export const tab = (title: string) => `${title} · ${product}`
export const motto = 'Every dollar here is one you can check.'
export const capital = 'Capital is at risk.'
export const terms = 'Terms'
/** Null where nobody has said who it is. */
export const runBy = operator === null ? null : `Run by ${operator}.`
export const offline = 'You are offline. What you type stays here; send it when you are connected.'
/** What a button says while its form is on its way. */
export const sending = 'sending...'
