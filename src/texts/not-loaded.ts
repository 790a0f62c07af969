import { product } from './product.ts'
/** A part of the app whose code is not on this device. */
export const why = {
  offline: `There is no connection, and this part of ${product} is not on this device yet. Nothing was sent. Try again when you are connected.`,
  gone: `There is a new version of ${product}. Reload the page to use it.`,
  /** The connection is back, but the browser does not ask for the file again. */
  remembered: 'You are connected again. Reload the page to use it.',
}
export const reload = 'Reload'
