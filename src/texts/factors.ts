// Proving a second factor: while signing in, and to confirm what matters
export const confirmTitle = 'Confirm that it’s you'
export const confirmLead = 'This protects your account. You won’t be asked again for five minutes.'
export const signInTab = 'Second factor'
export const signInTitle = 'LOGIN'
export const signInHeading = 'One more step'
export const signInLead = 'Your password is correct. Now confirm that it’s you.'
export const byPasskey = 'Use a passkey'
export const code = 'Code from your authenticator app'
export const codeMissing = 'Enter the six-digit code.'
export const recoveryCode = 'Recovery code'
export const recoveryCodeHint = 'Five groups of five characters. Each code works once.'
export const recoveryCodeMissing = 'Enter one of your recovery codes.'
export const byRecoveryCode = 'Use a recovery code'
export const byApp = 'Use your authenticator app'
export const confirm = 'Confirm'
export const signIn = 'Sign in'
export const sending = 'sending...'
export const cancel = 'Cancel'
export const lost = 'I’ve lost my authenticator and my codes'
export const startAgain = 'Start again'
export const noPasskey = 'No passkey was used. Try again, or choose another way.'
export const passkeyMissing = 'This browser can’t use passkeys. Choose another way.'

// The section on the screen Security
export const title = 'Second factors'
export const lead =
  'With a second factor, withdrawals and changes to your account need more than your password. You can add several.'
export const required = 'You need a second factor here. Add one to continue.'
export const none = 'None yet. Your password alone protects your money.'
export const kinds = { passkey: 'Passkey', authenticator: 'Authenticator app' }
export const synced = 'synced'
export const added = (day: string) => `Added ${day}`
export const used = (when: string) => `Used ${when}`
export const neverUsed = 'Never used'
export const addPasskey = 'Add a passkey'
export const addAuthenticator = 'Add an authenticator app'
export const passkeyLead = 'Your device asks for your fingerprint, face or PIN. Nothing to type, nothing to steal.'
export const authenticatorLead = 'An app on your phone shows a six-digit code that changes every 30 seconds.'
/** Before any factor is added, the first one and each further one. */
export const addConsequence = 'Once it’s added, withdrawals pause for 24 hours, and you’re signed out everywhere else.'
export const name = 'Name'
export const nameHint = 'So that you recognize it, such as “My phone”'
export const nameMissing = 'Give it a name.'
export const present = 'Current password'
export const presentMissing = 'Enter your current password.'
export const next = 'Continue'
export const add = 'Add'
export const scan = 'Scan this with your authenticator app'
export const secret = 'Or enter this key'
export const copySecret = 'Copy the key'
export const rename = 'Rename'
export const renameOf = (of: string) => `Rename: ${of}`
export const remove = 'Remove'
export const removeOf = (of: string) => `Remove: ${of}`
export const removeConsequence = (of: string) =>
  `You can no longer sign in with “${of}”. Withdrawals pause for 24 hours, and you’re signed out everywhere else.`
export const removeLast =
  'This is your last second factor: afterwards your password alone protects your account. Your recovery codes go with it.'
export const lastStays = 'This is your last second factor, and you need one here. Add another before you remove it.'
export const save = 'Save name'

export const codesTitle = 'Recovery codes'
export const codesLeft = (left: number) =>
  left === 0
    ? 'You have none. If you lose your second factor, they are the quickest way back in.'
    : `${left} of 10 left`
export const makeCodes = 'Make recovery codes'
export const makeNewCodes = 'Make new codes'
export const codesLead = 'Keep them apart from your password. Each works once. You won’t see them again.'
export const copyCodes = 'Copy recovery codes'
export const downloadCodes = 'Download'
export const codesFile = 'plumb-recovery-codes.txt'
export const codesKept = 'I’ve saved them'
