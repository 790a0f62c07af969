export const title = 'KYC'
export const line = 'Identity check'
export const states = {
  none: { heading: 'One more step', text: 'Ask us to verify your identity.' },
  submitted: { heading: 'Under review', text: 'We’re reviewing it and will tell you as soon as it is decided.' },
  approved: { heading: 'Approved', text: 'Your identity is verified. There is nothing more to do.' },
  rejected: { heading: 'Declined', text: 'You can ask for another check.' },
}
export const neededFor = {
  invest: 'You need it before you invest.',
  withdraw: 'You need it before you withdraw.',
  off: 'It isn’t required at the moment.',
}
export const askedOn = (day: string) => `Requested on ${day}`
export const ask = 'Ask for a check'
export const dashboard = 'Go to the dashboard'
