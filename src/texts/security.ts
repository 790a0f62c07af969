import { countOf } from './locale.ts'

export const title = 'Security'
export const lead = 'How you sign in, and where'
export const present = 'Present password'
export const presentMissing = 'Enter your present password.'
export const cancel = 'Cancel'
export const sending = 'sending...'

// Where you're signed in
export const sessions = 'Where you’re signed in'
export const sessionsLead = 'If you don’t recognize one, end it and change your password.'
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
export const passwordLead = 'Changing it ends every other sign-in.'
export const changePassword = 'Change password'

// E-mail address and phone number
export const email = 'Email'
export const phone = 'Phone'
export const newEmail = 'New email'
export const changeEmail = 'Change email'
export const changePhone = 'Change phone'
export const none = 'None'
export const contactLead =
  'We send a code to the new one. The old one is told and can take the change back for 72 hours.'
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
  'end session': 'You ended a sign-in',
  'end other sessions': 'You ended all other sign-ins',
  'change password': 'You changed your password',
  'change email': 'You changed your email',
  'change phone': 'You changed your phone number',
  'take back contact change': 'You took back a change of contact details',
  'take back factor': 'You took your account back after a second factor was added',
  'open account': 'You opened your account',
  'reset password': 'You chose a new password by link',
  'accept roles': 'You accepted roles',
  'accept terms': 'You accepted the terms',
  'add factor': 'You added a second factor',
  'rename factor': 'You renamed a second factor',
  'remove factor': 'You removed a second factor',
  'make recovery codes': 'You made new recovery codes',
  'use recovery code': 'You used a recovery code',
  'ask for factor help': 'Help with lost second factors was requested',
  'stop factor help': 'Help with lost second factors was stopped by a link',
  'choose mail word': 'You chose the word of your mails',
  'save address': 'You saved a withdrawal address',
  'remove address': 'You removed a withdrawal address',
  'confirm address': 'You confirmed a withdrawal address',
}
const BY_OTHERS: Readonly<Record<string, string>> = {
  'wrong password': 'Wrong password entered',
  'send reset link': 'A reset link was sent to you',
  'require reset': 'A new password was required',
  'sign out everywhere': 'You were signed out everywhere',
  'block user': 'Your sign-in was blocked',
  'unblock user': 'Your sign-in was unblocked',
  'set roles': 'Your roles were changed',
  'reset factors': 'Your second factors were removed',
  'start factor wait': 'The wait for lost second factors began',
  'refuse factor help': 'Help with lost second factors was refused',
  'end factor help': 'The request for help with lost second factors ended',
  'remove lost factors': 'Your second factors were removed after the wait',
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
  'You can close your account when nothing is owed to you and nothing is open. It can’t be opened again.'
export const closeKept =
  'What the law asks us to keep stays, without your name: the books, decisions and the log of what was done.'
export const closeErased =
  'Your name, email, phone number, picture, notifications and sign-ins are erased. Nobody can use your username again. What is left of a bonus balance is given up.'
export const closeForAdministrators =
  'An administrator’s account can’t be closed. An owner has to take your roles first.'
export const closeConfirm = 'Close my account'

// Take back an account
export const undoTitle = 'Take your account back'
export const undoLead =
  'Your email and phone number go back to what they were, and new second factors are removed. Every sign-in ends, and we mail you a link to choose a new password.'
export const undo = 'Take it back'
export const undoIncomplete = 'This link is not complete. Open the whole link from the message.'
export const undone = 'The change is taken back. A link to choose a new password is on its way to your email.'
export const home = 'Go to sign-in'
