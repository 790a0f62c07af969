import { countOf } from './locale.ts'

export const heading = 'Withdrawable Balance'
export const viewBalance = 'View balance'
export const requestWithdrawal = 'Request Withdrawal'
export const whyThisNumber = 'Why this number?'
export const whyThisNumberOf = (balance: string) => `Why this number? ${balance}`
export const held = 'Held for now'

/** What stands between a balance and its withdrawal. */
export type Obstacle = 'identity check' | 'pause' | 'no payment method'
const when = {
  none: 'now',
  'identity check': 'as soon as your identity check is approved',
  pause: 'as soon as the pause is over',
  'no payment method': 'as soon as a payment method is available again',
} as const

export const nothing = 'There is nothing to withdraw at the moment.'
export const nothingAtAll =
  'There is nothing to withdraw at the moment. What an investment earns can be withdrawn as it grows.'
/**
 * The answer to what can be withdrawn now: both wallets, or the one that holds something. What a wallet holds may have
 * been earned, or be principal that came back, or a top-up.
 */
export const both = (total: string, obstacle: Obstacle | null, earnings: string, referral: string) =>
  `${youCan(total, obstacle)}: ${earnings} from your Earnings Wallet and ${referral} from your Referral Wallet.`
export const allFromEarnings = (total: string, obstacle: Obstacle | null) =>
  `${youCan(total, obstacle)}, all of it from your Earnings Wallet.`
export const allFromReferrals = (total: string, obstacle: Obstacle | null) =>
  `${youCan(total, obstacle)}, all of it from your Referral Wallet.`
const youCan = (total: string, obstacle: Obstacle | null) => `You can withdraw ${total} ${when[obstacle ?? 'none']}`

export const earnings = 'Earnings Wallet'
export const referral = 'Referral Wallet'

export const askedOn = (day: string) => `Requested on ${day}`
export const beingChecked = 'Under review'
export const toBePaid = 'Approved, to be paid'
export const moreAsked = (count: number) => countOf(count, { one: '# more withdrawal', other: '# more withdrawals' })
export const untilPaid = 'Held until it is paid or declined'
export const openWithdrawals = 'Open withdrawals'
export const ends = (day: string) => `Ends ${day}`
export const endsToBonus = (day: string) => `Ends ${day}, to your bonus balance`
export const moreRunning = (count: number) => countOf(count, { one: '# more investment', other: '# more investments' })
export const lastEnds = (day: string) => `The last one ends ${day}`
export const invested = 'Invested'
export const atTheEnd = 'Until it ends'
export const bonus = 'Bonus'
export const notWithdrawn = 'Can be invested, not withdrawn'
