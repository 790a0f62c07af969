// Beside the second factor while signing in
export const title = 'Lost your second factor?'
export const codesFirst =
  'If you saved recovery codes, use one: each signs you in once. Then add a new passkey or app, and remove the old one.'
export const elseHelp =
  'If you have none left, ask for help. An administrator checks that it’s you against your identity check, and 72 hours later your second factors are removed. We email you right away, so that you can stop it if it wasn’t you.'
export const note = 'How can we reach you? (optional)'
export const noteHint = 'Such as a phone number, and when to call. Never a password or a code.'
export const ask = 'Ask for help'
export const asked = 'You’ve asked for help'
export const askedLead =
  'We’ve emailed you what happens next. If you find a second factor or a recovery code, just sign in with it.'

// The page of the link that stops it
export const stopTab = 'Lost second factor'
export const stopTitle = 'Stop the request'
export const stopLead =
  'Somebody who knows your password asked us to remove your second factors. If it wasn’t you, stop it, and everything stays as it is.'
export const stop = 'Stop it'
export const looking = 'loading...'
export const incomplete = 'This link is not complete. Open the whole link from the message.'
export const stopped = 'Stopped'
export const stoppedLead =
  'Your second factors stay as they are. Whoever asked knows your password, so choose a new one now.'
export const newPassword = 'Choose a new password'
export const home = 'Go to sign-in'
