import { stateNames } from './kyc-states.ts'

export const title = 'KYC'
export const line = 'Identity check'
export const states = {
  none: { heading: 'Verify your identity', text: 'It takes about five minutes. Have your document ready.' },
  submitted: {
    heading: stateNames.submitted,
    text: 'We’re reviewing it and will let you know as soon as it’s decided.',
  },
  approved: { heading: stateNames.approved, text: 'Your identity is verified. There is nothing more to do.' },
  rejected: {
    heading: stateNames.rejected,
    text: 'Correct what we found and go through the steps again. The pictures you sent before aren’t used again.',
  },
}
/** Of what is no part of the steps; the second half is the way there. */
export const phone = ['Is it about your phone number?', 'Change it in Security'] as const
/** What an approved check says whose document expires soon, or has. */
export const renewals = {
  due: {
    heading: 'Renew your document',
    text: (day: string) => `Your document is valid until ${day}. Add your new one so that you can keep investing.`,
  },
  submitted: {
    heading: 'New document submitted',
    text: (day: string) => `We’re reviewing it. The one we have is valid until ${day}.`,
  },
  rejected: {
    heading: 'New document rejected',
    text: (day: string) =>
      `The one we have is valid until ${day}. Correct what we found and go through the steps again.`,
  },
}
export const validUntil = (day: string) => `Your document is valid until ${day}.`
export const neededFor = {
  invest: 'You need an approved check before you invest.',
  withdraw: 'You need an approved check before you withdraw.',
  off: 'It isn’t required at the moment.',
}
export const askedOn = (day: string) => `Requested on ${day}`
export const dashboard = 'Go to the dashboard'
export const safety =
  'Your details and pictures are encrypted with a key of your own. Only our reviewers see them, and every view is recorded.'

export const stepsLabel = 'Steps of your identity check'
export const steps = {
  person: { name: 'About you', line: 'Your name as it appears in your document' },
  address: { name: 'Address', line: 'Where you live' },
  document: { name: 'Document', line: 'Passport, identity card, driver’s license or residence permit' },
  front: { name: 'Front of your document', line: 'A picture of the side with your photo' },
  back: { name: 'Back of your document', line: 'A picture of the other side' },
  face: { name: 'Picture of you', line: 'Holding up today’s word' },
}
export const change = 'Change'
export const changeStep = (name: string) => `Change: ${name}`
export const done = 'Done'
export const save = 'Save and continue'
export const sending = 'sending...'

export const legalName = 'Full legal name'
export const legalNameHint = 'First and last name, as in your document'
export const birthDate = 'Birth date'
export const nationality = 'Nationality'
export const street = 'Street and number'
export const city = 'City'
export const postalCode = 'Postal code'
export const country = 'Country'
export const chooseCountry = 'Choose a country'

export const documentKind = 'Document'
export const documentKinds = {
  passport: 'Passport',
  'identity card': 'Identity card',
  'driving licence': 'Driver’s license',
  'residence permit': 'Residence permit',
}
export const documentCountry = 'Issued by'
export const zone = 'Machine-readable lines'
export const zoneHints = {
  passport: 'The two lines with <<< at the bottom of the photo page, 44 characters each',
  card: 'The lines with <<<, usually on the back: three of 30 characters, or two of 36',
}
export const noZone = 'It has no such lines'
export const hasZone = 'It has machine-readable lines'
export const documentNumber = 'Document number'
export const expiresOn = 'Expires on'
/** Under a field that was left empty. */
export const missing = {
  legal_name: 'Enter your full name.',
  birth_date: 'Enter a date.',
  nationality: 'Choose a country.',
  street: 'Enter your street and number.',
  city: 'Enter your city.',
  postal_code: 'Enter your postal code.',
  country: 'Choose a country.',
  document_country: 'Choose a country.',
  mrz: 'Enter the lines with <<< from your passport.',
  document_number: 'Enter the number of your document.',
  expires_on: 'Enter a date.',
}
/** Of a card, which need not have any. */
export const zoneMissing = `Enter the lines, or choose “${noZone}”.`

export const tips = {
  front: 'Lay it flat in good light. All four corners in view, nothing covered, no reflections.',
  back: 'Lay it flat in good light. All four corners in view, nothing covered, no reflections.',
  face: 'Write the word on paper and hold it beside your face. No hat, no sunglasses.',
}
export const wordIs = 'Your word'
export const wordFor = 'Today’s word. It shows us that the picture was taken now.'
export const withCamera = 'Use the camera'
export const chooseFile = 'Choose a file'
export const takePicture = 'Take picture'
export const closeCamera = 'Close camera'
export const cameraView = 'What the camera sees'
export const another = 'Take another'
export const send = 'Use this picture'
export const chosenPicture = 'The picture that will be sent'
export const cameraRefused = 'Your browser blocks the camera. Allow it in the site’s settings, or choose a file.'
export const cameraMissing = 'There is no camera here. Choose a file instead.'
export const wrongKind = 'Choose a JPEG, PNG or WebP picture.'
export const tooLarge = 'This picture is larger than 10 MB. Choose a smaller one.'
export const unreadable = 'This file can’t be opened as a picture. Choose another one.'
/** What may be wrong with a picture. It can be sent anyway. */
export const hints = {
  small: 'It’s too small to be read. Send one of at least 640 × 400 pixels.',
  dark: 'It looks dark. Move to better light.',
  blurred: 'It looks blurred. Hold still, and tap to focus.',
  glare: 'Part of it is washed out by light. Tilt it away from the lamp.',
  cut: 'An edge may be cut off. Move back until all corners are in view.',
}
export const looksGood = 'Looks sharp and bright enough.'
export const hintsLead = 'You may want to take another:'

export const ready = 'Ready to submit'
export const readyLine =
  'We compare your details with your document. You’ll get an email and a notification when it’s decided.'
export const submit = 'Submit for review'
