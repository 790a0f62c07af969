export const failed = 'This could not be loaded.'
export const again = 'Try again'
