import { LOCALE } from './locale.ts'

export const heading = 'How it is calculated'
export const principal = 'Principal'
export const rateADay = 'Rate per day'
export const secondsADay = 'Seconds in a day'
export const secondsSince = 'Seconds since it was approved'
export const secondsInAll = 'Seconds it earned'
export const earned = 'Earned'
const figures = new Intl.NumberFormat(LOCALE)
export const seconds = (count: number) => figures.format(count)
export const explained =
  'Counted in whole seconds, from the start each time, and rounded down to a millionth of a dollar, so nothing drifts. What is counted here goes to your Earnings Wallet once a day, and before each withdrawal.'
export const nothingYet = 'It earns nothing before it is approved, so there is nothing to count yet.'
export const left = (early: string) =>
  `It was left early. It kept what ${early}% a day comes to for the seconds it ran, and what could not be taken back because your Earnings Wallet no longer held it. Its postings below add up to that.`
export const corrected = 'It was corrected while it ran. What it earned is the sum of its postings below.'
