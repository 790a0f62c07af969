export const phone = 'Phone'
export const country = 'Country'
export const invalid = 'This is not a valid phone number.'
