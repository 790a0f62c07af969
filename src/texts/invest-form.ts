import { days } from './plan-terms.ts'

export const amount = 'Amount'
export const between = (least: string, most: string) => `Between ${least} and ${most}`
export const mustBeBetween = (least: string, most: string) => `The amount must be between ${least} and ${most}.`
export const plainAmount = 'Enter the amount in digits only, with a dot before the cents: 1000 or 1250.50.'
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

export const expectedEarnings = (count: number) => `Expected earnings, ${days(count)}`
/** Stands for a figure while no amount can be read. */
export const noAmount = '–'
export const aDay = 'Per day'
export const youGetBack = 'Planned payout'
export const backToBonus = 'Back to your bonus balance'
export const onIfApprovedToday = 'On, if approved today'
export const on = 'On'
