import { days } from './plan-terms.ts'

export const label = 'At its end, reinvest'
export const names = { 'to wallet': 'Nothing', 'reinvest principal': 'Principal', 'reinvest all': 'Everything' }

type What = { moment: string; amount: string; earned: string; duration: number }
/** What will happen, by what is chosen. */
export const means = {
  'to wallet': ({ moment, amount }: What) =>
    `On ${moment}, ${amount} goes to your Earnings Wallet, where you can withdraw it with what it earned.`,
  'reinvest principal': ({ moment, amount, duration }: What) =>
    `On ${moment}, ${amount} is invested again for ${days(duration)}. What it earned stays in your Earnings Wallet.`,
  'reinvest all': ({ moment, amount, earned, duration }: What) =>
    `On ${moment}, ${amount} and the ${earned} it earns by then are invested again for ${days(duration)}, in whole cents and as far as your Earnings Wallet still holds them.`,
}
export const meansToBonus = ({ moment, amount }: What) =>
  `On ${moment}, ${amount} goes back to your bonus balance. What it earned stays in your Earnings Wallet.`
export const until = 'You can change this until then.'

export const termsThen = 'The plan’s terms of that day count.'
/** Stands before the plan's rate. */
export const atPresent = 'Now they are'
export const notOnOffer = 'This plan isn’t on offer now. If that stays so, nothing is invested again.'
export const otherwise = 'If the plan doesn’t take it, it goes to your balance and we tell you why. Capital is at risk.'
export const save = 'Save choice'
