export const source = 'Source'
export const earningsWallet = 'Earnings Wallet'
export const referralWallet = 'Referral Wallet'

export const amount = 'Amount in USD'
export const upTo = (balance: string) => `Up to ${balance}`
export const all = 'All'

export const paymentMethod = 'Payment method'

export const walletAddress = 'Wallet address'
export const ownAddress = (network: string) =>
  `Your own address on the ${network} network. What is sent to a wrong one is lost.`
export const addressFits = (network: string) => `This is an address of the ${network} network. Is it yours?`
export const addressMissing = 'Enter the address that it is to be paid to.'
export const anotherNetwork = (found: string, wanted: string) =>
  `This is an address of the ${found} network, not of ${wanted}. What is sent there is lost.`
export const usedBefore = 'Addresses used before'
export const lastUsed = (day: string) => `last used ${day}`

export const summary = 'What you ask for'
export const paidTo = 'Paid to'
export const by = 'By'
export const takenFrom = 'Taken from'
export const leftThere = 'Left there'
export const heldAtOnce =
  'The amount is held at once. You can cancel for as long as nobody has decided; what is paid cannot be called back.'

export const sending = 'sending...'
export const withdraw = 'Withdraw'
export const withdrawAmount = (amount: string) => `Withdraw ${amount}`

export const noPaymentMethod = 'No payment method is open at the moment, so nothing can be paid out.'
