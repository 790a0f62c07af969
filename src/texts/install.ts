import { product } from './product.ts'
export const title = `Install ${product}`
export const why = 'On your home screen it opens at once, even without a connection.'
export const install = 'Install'
export const notNow = 'Not now'
export const onPhone = `Add ${product} to your home screen`
/** Between the two stand the pictures of what is to be tapped. */
export const tapShare = 'Tap Share'
export const thenAdd = 'then “Add to Home Screen”.'
export const gotIt = 'Got it'
