export const source = 'Source'
export const earningsWallet = 'Earnings Wallet'
export const referralWallet = 'Referral Wallet'

export const amount = 'Amount in USD'
export const upTo = (balance: string) => `Up to ${balance}`
export const all = 'All'

export const paymentMethod = 'Payment method'

export const walletAddress = 'Wallet address'
export const ownAddress = (network: string) =>
  `Your own address on the ${network} network. Funds sent to a wrong address are lost.`
export const addressFits = (network: string) => `This is an address of the ${network} network. Is it yours?`
export const addressMissing = 'Enter the address to pay it to.'
export const anotherNetwork = (found: string, wanted: string) =>
  `This is an address of the ${found} network, not of ${wanted}. Funds sent there are lost.`
export const usedBefore = 'Addresses used before'
export const lastUsed = (day: string) => `last used ${day}`

export const summary = 'Your withdrawal'
export const paidTo = 'Paid to'
export const amountPaid = 'Amount'
export const by = 'Payment method'
export const onNetwork = 'Network'
export const takenFrom = 'Taken from'
export const leftThere = 'Remaining'
export const heldAtOnce =
  'Nothing is sent before you press the button. Then the amount is held, and you can cancel until it is reviewed. A payment can’t be called back.'

export const sending = 'sending...'
export const withdraw = 'Withdraw'
export const withdrawAmount = (amount: string) => `Withdraw ${amount}`

export const noPaymentMethod = 'No payment method is available at the moment, so nothing can be paid out.'
