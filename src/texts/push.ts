export const heading = 'Notify this device'
export const what =
  'When an investment, a withdrawal, a referral bonus, your balance or your sign-in changes. Never with an amount.'
export const asking = 'Asking your browser…'
/** The browser cannot be notified at all. */
export const unsupported = 'This browser cannot be notified.'
/** An iPhone notifies only what stands on its home screen. */
export const installFirst = 'Add Plumb to your home screen first: notifications work only from there.'
export const blocked =
  'Your browser blocks notifications from Plumb. To change it, open the settings of this site beside the address, allow notifications, and reload this page.'
/** On the lock screen, where what came cannot be read. */
export const something = 'Something has changed'
export const openToSee = 'Open Plumb to see it.'
