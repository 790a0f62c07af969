export const failed = 'This could not be loaded.'
export const offline = 'You are offline, and this is not on this device. It comes when you are connected.'
export const again = 'Try again'
