export const bonusFor = (name: string) => `For the investment of ${name}`
export const whatFor = 'How it is calculated'
export const invested = 'Invested by them'
export const percent = 'Referral bonus'
export const bonus = 'Your bonus'
export const times = '×'
export const equals = '='
export const otherwiseNow = 'Their investment has been changed since.'

export const notYet = 'It is added to your Referral Wallet as soon as an administrator has approved it.'
export const inWallet = 'It was added to your Referral Wallet.'
export const declinedForGood = 'It was declined, so there is no bonus.'
export const held = 'Their investment is no longer approved. If it is approved again, this continues where it was.'

export const invited = 'Invited'
export const email = 'Email'
export const date = 'Date'
export const reference = 'Reference'

/** What has happened to it, and what is ahead. */
export const made = 'Their investment was approved'
export const reached = {
  pending: 'Pending again',
  approved: 'Approved',
  completed: 'Completed with their investment',
  declined: 'Declined',
} as const
export const heldNow = 'Held'
export const corrected = 'Corrected with their investment'
export const by = { investor: 'by you', administrator: 'by an administrator', system: '' } as const
export const became = (before: string, after: string) => `${before} became ${after}`
export const checkedNow = 'Under review'
export const now = 'Now'
export const thenCredited = 'Into your Referral Wallet'
