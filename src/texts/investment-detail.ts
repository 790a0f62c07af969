import { days } from './plan-terms.ts'

export const earnedSoFar = 'Earned so far'
export const passed = (percent: number) => `${percent} percent of its time has passed`
/** Stands before the amount that it will have earned in all. */
export const of = 'of'
export const deposit = 'Deposit'
export const aDay = 'Per day'
export const endsIn = 'Ends in'
export const anyMoment = 'any moment'

export const earned = 'Earned'
export const heldForYou = 'came in anyway. It is held for you until it is refunded or used for another investment.'
export const usedFirst = 'came in before and counts toward it.'
export const notMarkedInTime = 'It was not marked as paid in time.'
export const youCancelled = 'You cancelled it.'
export const youLeft = 'You left it early. Your deposit came back whole.'
export const kept = 'Kept'

export const plan = 'Plan'
export const rate = 'Rate'
export const duration = 'Duration'
export const referralBonus = 'Referral bonus'
export const created = 'Created'
export const paymentWallet = 'Payment wallet'
export const transactionId = 'Transaction id'
export const reference = 'Reference'
export const terms = 'Terms'
export const atRisk = 'Capital is at risk. These terms were copied when it was made and stay as they are.'

export const payNow = 'Pay now'
export const investAgain = 'Invest again'
export const leaveEarly = 'Leave early'
export const reinvested = 'This investment has been reinvested.'
export const seeNew = 'See the new one'
export const madeOf = 'Made of'
export const seeOld = 'The one that ended'
export const reinvest = 'Reinvest'
export const reinvestOpens = (moment: string) => `Reinvest opens ${moment}`
/** Around the amount that is taken. */
export const takes = 'Takes'
export const outOfEarnings = (duration: number) =>
  `from your Earnings Wallet and puts it to work for ${days(duration)} again on the plan’s current terms`
export const capitalAtRisk = 'Capital is at risk.'
export const noBonusReinvest = 'It was paid from your bonus balance, so it cannot be reinvested.'

export const whyThisNumber = 'Why this number'
export const hide = 'Hide'
export const whatHappened = 'What has happened'

export const events = {
  created: { payment: 'Created', bonus: 'Created from your bonus balance', reinvest: 'Reinvested' },
  reached: {
    pending: 'Back to pending',
    'waiting approval': 'Marked as paid',
    approved: 'Approved, earning started',
    completed: 'Completed',
    declined: 'Declined',
  },
  choseEnd: 'Choice for its end',
  /** What it does at its end, in a few words. */
  atEnd: {
    'to wallet': 'Back to your balance',
    'reinvest principal': 'Principal reinvested',
    'reinvest all': 'Principal and earnings reinvested',
  },
  /** The same, of one that was chosen and has not come yet. */
  toBe: {
    'to wallet': 'To go back to your balance',
    'reinvest principal': 'Principal to be reinvested',
    'reinvest all': 'Principal and earnings to be reinvested',
  },
  completedAgain: 'Completed and reinvested',
  /** Of one that was made of another by itself. */
  madeAtEnd: 'Reinvested from the one that ended',
  corrected: 'Corrected',
  txid: { changed: 'Transaction id changed', removed: 'Transaction id removed' },
  refunded: (amount: string) => `${amount} paid back to you`,
  put: { toUse: 'Used for another investment of yours', back: 'Held for you again' },
  held: (amount: string) => `${amount} held for you`,
  to: (address: string) => `to ${address}`,
  transaction: (txid: string) => `transaction ${txid}`,
  expired: 'Expired',
  cancelled: 'Cancelled',
  left: 'Left early',
  notPaidInTime: 'not marked as paid in time',
  waiting: 'Waiting for your payment',
  until: (moment: string) => `until ${moment}`,
  checking: 'Your payment is waiting to be checked',
  /** Where nothing is to be paid, or nobody has said that it is. */
  waitsForApproval: 'Waiting for approval',
  now: 'Now',
  today: 'Today',
  day: (day: number, of: number) => `Day ${day} of ${of}`,
  backToEarnings: 'Back to your Earnings Wallet',
  backToBonus: 'Back to your bonus balance',
  withEarned: (amount: string, earned: string) => `${amount}, with ${earned} planned by then`,
  became: (before: string, after: string) => `${before} became ${after}`,
  by: { investor: 'by you', administrator: 'by an administrator' },
}
