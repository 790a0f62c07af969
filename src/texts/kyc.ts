export const title = 'KYC'
export const line = 'Identity check'
export const states = {
  none: { heading: 'One more step', text: 'Ask us to check your identity.' },
  submitted: { heading: 'Under review', text: 'You asked for a review. You are told as soon as it is decided.' },
  approved: { heading: 'Approved', text: 'Your identity is verified. There is nothing more to do.' },
  rejected: { heading: 'Not approved', text: 'You can ask for another review.' },
}
export const neededFor = {
  invest: 'You need it before you invest.',
  withdraw: 'You need it before you withdraw.',
  off: 'It is not required at present.',
}
export const askedOn = (day: string) => `Asked on ${day}`
export const ask = 'Ask for review'
export const dashboard = 'Go to the dashboard'
