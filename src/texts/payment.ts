export const title = 'Payment'
export const planFor = (plan: string, duration: string) => `${plan} for ${duration}`
export const back = 'Back to your investments'
export const nothingToPay = 'There is nothing to pay here.'
export const choosePlan = 'Choose a plan'
export const altered =
  'The link that brought you here was altered. This page shows our own records; don’t pay to any other address.'

export const payExactly = 'Pay exactly'
/** Under the rest, where a part came in before. */
export const ofAmount = (amount: string) => `of ${amount}`
export const markedAsPaid = 'Marked as paid'
export const toWallet = (wallet: string) => `to the wallet ${wallet}`
export const toWalletBy = (wallet: string, moment: string) => `to the wallet ${wallet}, by ${moment}`
export const timeToPay = 'Time left to pay'
export const network = 'Network'
export const paymentWallet = 'Payment wallet'
export const reference = 'Reference'
export const qrCode = (network: string) => `QR code of the ${network} address`
export const copyAddress = 'Copy the address'
/** In three parts; the middle one stands out. */
export const compare = ['Compare the ', 'first and last six', ' in your wallet.'] as const
export const onlyThis = (coin: string, network: string) =>
  `Only ${coin}, on the ${network} network: anything else sent here is lost.`
/** Of a wallet for which no coin is known. */
export const onlyOn = (network: string) =>
  `Only on the ${network} network: anything sent on another is lost. If you’re not sure which coin to pay with, ask us first.`

export const steps = { pending: 'Waiting', 'waiting approval': 'Checking', approved: 'Earning' }
export const states = {
  pending: { heading: 'Waiting for your payment', text: 'Tell us below as soon as you have paid.' },
  over: {
    heading: 'The time to pay is over',
    text: 'Don’t pay for it anymore. If you have already paid, tell us below now.',
  },
  'waiting approval': {
    heading: 'Checking your payment',
    text: 'An administrator is checking whether it has arrived.',
  },
  approved: { heading: 'Approved', text: 'Your investment is approved and earning.' },
  completed: { heading: 'Completed', text: 'This investment has ended.' },
  declined: { heading: 'Declined', text: 'Don’t pay for it anymore.' },
}
/** While it is being checked. */
export const since = (amount: string, wallet: string, moment: string) =>
  `${amount} to the wallet ${wallet}, being checked since ${moment}.`
export const comesNext =
  'Once it has arrived, your investment is approved and starts earning that second. We notify you either way.'
export const expired = { heading: 'Expired', text: 'It was not marked as paid in time. Don’t pay for it anymore.' }
export const cancelled = { heading: 'Cancelled', text: 'You cancelled it. Don’t pay for it anymore.' }
export const why = 'Why'
export const cameIn = 'Received anyway'
/** After an amount that is held. */
export const countsAlready = 'came in before and counts toward this payment.'
export const coversAll = 'came in before and covers this payment: there is nothing more to pay.'
export const cameInBeyond =
  'came in beyond the amount. It is held for you until it is refunded or used for another investment.'
export const stillHeld = 'Still held for you'
export const held = 'It is held for you until it is refunded or used for another investment.'
export const settled = 'It has been refunded or used for another investment of yours.'
export const amount = 'Amount'
export const openInvestment = 'Open the investment'
export const openHistory = 'See what happened'
export const investAgain = 'Invest again'
