export const failed = 'This could not be loaded.'
export const offline = 'You are offline, and this isn’t on this device. It loads when you are connected.'
export const again = 'Try again'
export const asking = 'Trying again…'
