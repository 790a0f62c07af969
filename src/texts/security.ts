import { countOf } from './locale.ts'

export const title = 'Security'
export const lead = 'How you sign in, and where you’re signed in'
export const present = 'Current password'
export const presentMissing = 'Enter your current password.'
export const cancel = 'Cancel'
export const sending = 'sending...'

// Where you're signed in
export const sessions = 'Where you’re signed in'
export const sessionsLead = 'If you don’t recognize a device, end its sign-in and change your password.'
/** `Firefox on Windows`, as far as it is known. */
export const device = (browser: string | null, system: string | null) =>
  browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device')
export const thisDevice = 'This device'
export const network = (address: string) => `Network ${address}`
export const lastActive = (when: string) => `Active ${when}`
export const activeNow = 'Active now'
export const end = 'End'
export const endOf = (name: string) => `End sign-in: ${name}`
export const endOthers = 'End all others'
export const rename = 'Rename'
export const renameOf = (name: string) => `Rename: ${name}`
export const deviceName = 'Device name'
export const saveName = 'Save name'

// Password
export const password = 'Password'
export const passwordLead = 'When you change it, you’re signed out everywhere else.'
export const changePassword = 'Change password'

// E-mail address and phone number
export const email = 'Email'
export const phone = 'Phone'
export const newEmail = 'New email'
export const changeEmail = 'Change email'
export const changePhone = 'Change phone'
export const none = 'None'
export const contactLead =
  'We’ll send a code to the new one and let the old one know. The change can be undone from there for 72 hours.'
export const sendCode = 'Send code'
export const codeSentTo = (to: string) => `We sent a code to ${to}.`
export const code = 'Code'
export const codeMissing = 'Enter the six-digit code.'
export const confirm = 'Confirm'
export const another = 'Use another'

// Activity
export const activity = 'Activity'
export const activityLead = 'Sign-ins and changes to your account.'
export const noActivity = 'Nothing yet.'
export const more = 'Show older'
export const moreAgain = 'Try again'
const BY_YOU: Readonly<Record<string, string>> = {
  'sign in': 'You signed in',
  'sign out': 'You signed out',
  'wrong code': 'You entered a wrong code',
  'end session': 'You ended a sign-in',
  'end other sessions': 'You ended all other sign-ins',
  'change password': 'You changed your password',
  'change email': 'You changed your email',
  'change phone': 'You changed your phone number',
  'take back contact change': 'You undid a change to your contact details',
  'take back factor': 'You took your account back after a second factor was added',
  'open account': 'You opened your account',
  'reset password': 'You set a new password with a reset link',
  'accept roles': 'You accepted roles',
  'accept terms': 'You accepted the terms',
  'add factor': 'You added a second factor',
  'rename factor': 'You renamed a second factor',
  'remove factor': 'You removed a second factor',
  'make recovery codes': 'You made new recovery codes',
  'use recovery code': 'You used a recovery code',
  'ask for factor help': 'Help with lost second factors was requested',
  'stop factor help': 'The request for help was stopped with the link we emailed you',
  'choose mail word': 'You chose the word that our emails to you begin with',
  'want proof mails': 'You asked for the first proof of each month by email',
  'end proof mails': 'You ended the emails with proofs',
  'ask for archive': 'You asked for a file with everything that is yours',
  'download archive': 'You downloaded the file with everything that is yours',
  'save address': 'You saved a withdrawal address',
  'remove address': 'You removed a withdrawal address',
  'confirm address': 'You confirmed a withdrawal address',
}
const BY_OTHERS: Readonly<Record<string, string>> = {
  'wrong password': 'Wrong password entered',
  'wrong code after password': 'Right password, then a wrong code',
  'send reset link': 'A reset link was sent to you',
  'require reset': 'A new password was required',
  'sign out everywhere': 'You were signed out everywhere',
  'block user': 'Your sign-in was blocked',
  'unblock user': 'Your sign-in was unblocked',
  'set roles': 'Your roles were changed',
  'reset factors': 'Your second factors were removed',
  'start factor wait': 'The 72-hour wait to remove your second factors began',
  'refuse factor help': 'Your request for help with lost second factors was refused',
  'end factor help': 'Your request for help with lost second factors ended',
  'remove lost factors': 'Your second factors were removed after the 72-hour wait',
  'make first owner': 'Your account was set up',
}
/** What was done, in words; what has none yet stands for itself. */
export const done = (action: string, times: number | null) => {
  const words = BY_YOU[action] ?? BY_OTHERS[action] ?? action
  return times !== null && times > 1 ? `${words}, ${countOf(times, { one: '# time', other: '# times' })}` : words
}
export const byAdministrator = 'By an administrator'

// Close account
export const close = 'Close account'
export const closeLead =
  'You can close your account once we owe you nothing and nothing is still open. A closed account can’t be reopened.'
export const closeKept =
  'We keep what the law requires, without your name: the books, our decisions and the activity log.'
export const closeErased =
  'Your name, email, phone number, picture, notifications and sign-ins are erased. Nobody can use your username again. You lose any bonus balance that is left.'
export const closeForAdministrators =
  'An administrator’s account can’t be closed. An owner has to remove your roles first.'
export const closeConfirm = 'Close my account'

// Take back an account
export const undoTitle = 'Take your account back'
export const undoLead =
  'Your email and phone number go back to what they were. Addresses and identity documents added in the meantime are removed, and so are second factors, unless one replaced an older one. You’re signed out everywhere, and we email you a link to choose a new password.'
export const undo = 'Take it back'
export const undoIncomplete = 'This link is not complete. Open the whole link from the message.'
export const undone = 'Your account is taken back. A link to choose a new password is on its way to your email.'
export const home = 'Go to sign-in'
