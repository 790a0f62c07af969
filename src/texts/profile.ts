export const title = 'Profile'
export const serial = (number: string) => `Nº ${number}`
export const choose = 'Choose a picture'
export const update = 'update profile'
export const uploading = 'uploading...'
export const pictureHint =
  'JPEG, PNG or WebP, at most 10 MB. We crop it to a square and remove location and camera data.'
export const wrongKind = 'Choose a JPEG, PNG or WebP picture.'
export const tooLarge = 'Choose a picture of at most 10 MB.'
export const unreadable = 'This file cannot be shown as a picture. Choose another.'
export const items = 'Details'
export const notHere =
  'You can change your email and phone number in Security. If another of these details is wrong, tell Support.'
export const email = 'Email'
export const phone = 'Phone'
export const country = 'Country'
export const check = 'Identity check'
export const memberSince = 'Member since'
export const security = 'Security'
export const securityLink = 'Manage sign-in'
export const terms = 'Terms'
export const accepted = (version: string, day: string) => `Version ${version} on ${day}`
export const readTerms = 'Read'
export const acceptTerms = (version: number) => `Accept version ${version}`
export const statement = 'Statement'
export const statementLink = 'View statement'
export const none = 'None'
