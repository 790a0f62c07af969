import { product } from './product.ts'
export const heading = 'Notify this device'
export const what =
  'When an investment, a withdrawal, a referral bonus, your balance or your sign-in changes. Never with an amount.'
export const asking = 'Asking your browser…'
/** The browser cannot be notified at all. */
export const unsupported = 'This browser can’t receive notifications.'
/** An iPhone notifies only what stands on its home screen. */
export const installFirst = `Add ${product} to your home screen first: notifications work only from there.`
/** Service workers are switched off for this site, as in some private windows. */
export const noWorker =
  'Your browser blocks what notifications need. Allow this site to keep data, or leave private browsing, and reload this page.'
export const blocked = `Your browser blocks notifications from ${product}. To change it, open the settings of this site beside the address, allow notifications, and reload this page.`
/** On the lock screen, where what came cannot be read. */
export const something = 'Something has changed'
export const openToSee = 'Open the app to see it.'
