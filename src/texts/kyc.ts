export const title = 'KYC'
export const line = 'Identity check'
/** The states of an identity check, as everybody reads them: in the words of the database and the wire. */
export const stateNames = { none: 'None', submitted: 'Submitted', approved: 'Approved', rejected: 'Rejected' }
export const states = {
  none: { heading: 'One more step', text: 'Ask us to verify your identity.' },
  submitted: { heading: stateNames.submitted, text: 'We’re reviewing it and will tell you as soon as it is decided.' },
  approved: { heading: stateNames.approved, text: 'Your identity is verified. There is nothing more to do.' },
  rejected: { heading: stateNames.rejected, text: 'You can ask for another check.' },
}
export const neededFor = {
  invest: 'You need it before you invest.',
  withdraw: 'You need it before you withdraw.',
  off: 'It isn’t required at the moment.',
}
export const askedOn = (day: string) => `Requested on ${day}`
export const ask = 'Ask for a check'
export const dashboard = 'Go to the dashboard'
