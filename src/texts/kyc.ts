export const title = 'KYC'
export const line = 'Identity check'
/** The states of an identity check, as everybody reads them: in the words of the database and the wire. */
export const stateNames = { none: 'None', submitted: 'Submitted', approved: 'Approved', rejected: 'Rejected' }
export const states = {
  none: { heading: 'One more step', text: 'Ask us to check your identity.' },
  submitted: { heading: stateNames.submitted, text: 'You asked for a review. You are told as soon as it is decided.' },
  approved: { heading: stateNames.approved, text: 'Your identity is verified. There is nothing more to do.' },
  rejected: { heading: stateNames.rejected, text: 'You can ask for another review.' },
}
export const neededFor = {
  invest: 'You need it before you invest.',
  withdraw: 'You need it before you withdraw.',
  off: 'It is not required at present.',
}
export const askedOn = (day: string) => `Asked on ${day}`
export const ask = 'Ask for review'
export const dashboard = 'Go to the dashboard'
