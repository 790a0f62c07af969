import { days } from './plan-terms.ts'

export const amount = 'Amount'
export const limits = (least: string, most: string) => `Between ${least} and ${most}`
/** The same where less than that can be promised: how much now. */
export const limitsNow = (range: string, most: string, count: number) =>
  `${range}. Right now, earnings are set apart for up to ${most} for ${days(count).replace(' ', '\u00a0')}.`
export const mustBeBetween = (least: string, most: string) => `The amount must be between ${least} and ${most}.`
export const beyondBonus = (bonus: string) => `Your bonus balance is ${bonus}.`
export const max = 'Max'
export const duration = 'Duration'
export const payFrom = 'Pay from'
export const fromWallet = 'Payment wallet'
export const fromBonus = (bonus: string) => `Bonus balance, ${bonus}`
export const bonusTerms =
  'What you invest returns to your bonus balance at the end. What it earns is yours to withdraw.'
export const wallet = 'Payment wallet'
export const risk = 'Your capital is at risk. You start earning the moment your payment is approved.'
export const riskOfBonus = 'Capital is at risk. You start earning at once.'
export const noWallets = 'No payment wallet is available at the moment, so nothing can be paid in.'

export const invest = 'Invest'
export const investAmount = (amount: string) => `Invest ${amount}`
export const sending = 'sending...'
export const toPayment = 'Going to the payment…'
export const toInvestments = 'Going to your investments…'

export const plannedEarnings = (count: number) => `Planned earnings, ${days(count).replace(' ', '\u00a0')}`
/** Stands for a figure while no amount can be read. */
export const noAmount = '–'
export const aDay = 'Per day'
export const youGetBack = 'Planned payout'
export const backToBonus = 'Back to your bonus balance'
export const onIfApprovedToday = 'On, if approved today'
export const on = 'On'

/** Of the chart of what it earns by the end of each day. */
export const income = (first: string, all: string, count: number) =>
  `Earned by the end of each day: ${first} after the first, ${all} after ${days(count)}`
export const incomeByDay = 'Day by day, if approved today'
export const incomeColumns = ['Until', 'Earned', 'So far', 'Back']
export const backOn = (amount: string, day: string) => `${day}: ${amount} back`
export const planned = (bonus: boolean) =>
  'Planned at the plan’s rate, and not certain. Earnings go to your Earnings Wallet once a day, the principal ' +
  (bonus ? 'to your bonus balance at the end.' : 'at the end.')
