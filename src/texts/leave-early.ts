import { LOCALE, whenNeeded } from './locale.ts'
import { percent } from './plan-terms.ts'

const seconds = whenNeeded(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' }))

export const title = 'Leave early'
/** Of a plan or an investment: what comes back where it is left before its end. */
export const keeps = (early: string, daily: string) =>
  early === '0'
    ? 'full deposit back, no earnings'
    : `full deposit back, earns ${percent(early)} a day${early === daily ? '' : ` instead of ${percent(daily)}`}`

export const toEarnings = 'Deposit, to your Earnings Wallet'
export const toBonus = 'Deposit, to your bonus balance'
export const earned = 'Earned so far'
export const takenBack = 'Taken back'
export const youKeep = 'You keep'
export const walletAfter = 'Earnings Wallet then'

export const why = (early: string, daily: string) =>
  early === '0'
    ? `Your deposit comes back in full. An investment that is left before its end keeps none of its earnings. That was agreed when you invested.`
    : `An investment that is left before its end keeps ${percent(early)} a day instead of ${percent(daily)}. That was agreed when you invested.`
export const noMore =
  'Your Earnings Wallet holds no more than that, so the rest stays yours. Your deposit is not touched.'
/** To the second: it earns all the while. */
export const countsAt = (at: string) =>
  `Counted at ${seconds().format(new Date(at))}. What it earns after that is not kept. Leaving cannot be undone.`

/** Stands before the time that is left. */
export const holdsFor = 'These amounts hold for'
export const over = 'These amounts held for five minutes, and that is over.'
export const askAgain = 'Ask again'
/** Where a withdrawal is open, which has to be paid or cancelled first. */
export const toWithdrawal = 'See the withdrawal'
export const leave = (amount: string) => `Leave and get ${amount} back`
export const stay = 'Keep investment'
export const failed = 'What leaving comes to could not be asked for.'
