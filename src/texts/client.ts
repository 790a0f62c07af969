import { product } from './product.ts'
/** Before anything was sent. */
export const offline =
  'You are offline, so nothing was sent. What you typed is still here: try again when you are connected.'
export const notReached = `${product} could not be reached. Check your connection and try again.`
/** After something was sent, and no answer of ours came. */
export const nothingKnown =
  'No answer came, so it is not known whether this was done. Send it again: it counts only once.'
export const answered = (status: number) => `The server answered ${status}.`
