export const earningsWallet = 'Earnings Wallet'
export const referralWallet = 'Referral Wallet'
export const fromWallet = (wallet: string) => `From your ${wallet}`
export const youCancelled = 'You cancelled it.'
export const wentBack = (wallet: string) => `It went back to your ${wallet}.`

export const paidTo = 'Paid to'
export const toBePaidTo = 'To be paid to'
export const askedToPayTo = 'Was to be paid to'
export const copyAddress = 'Copy the address'
export const onNetwork = (network: string) => `On the ${network} network`
export const transaction = 'Transaction id'
export const copyTransaction = 'Copy the transaction id'

export const method = 'Payment method'
export const asked = 'Requested'
export const paid = 'Paid'
export const reference = 'Reference'

export const cancel = 'Cancel this withdrawal'
export const cancelHeading = 'Cancel it?'
export const cancelMeans = (amount: string, wallet: string) =>
  `${amount} goes back to your ${wallet} at once. This request ends and can’t be reopened; you can make a new one at any time.`
export const cancelConfirm = (amount: string) => `Cancel and take back ${amount}`
export const keep = 'Keep it'

/** What has happened to it, and what is ahead. */
export const reached = {
  pending: 'Back to pending',
  approved: 'Approved',
  completed: 'Paid',
  declined: 'Declined',
} as const
export const created = 'Requested'
export const corrected = 'Corrected'
export const cancelled = 'Cancelled'
export const by = { investor: 'by you', administrator: 'by an administrator', system: '' } as const
export const became = (before: string, after: string) => `${before} became ${after}`
export const noted = (txid: string) => `transaction id ${txid}`
export const checkedNow = 'Under review'
export const checkedBy = 'An administrator reviews it before it is paid'
export const nextToBePaid = 'To be paid'
export const now = 'Now'
export const onItsWay = 'Paid to your address'
