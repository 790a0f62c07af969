import { countOf, MONTHS } from './locale.ts'

export const title = 'What is held and owed'
export const heading = 'What we hold, and what we owe'
export const lead = 'Read from our books, at most once a minute. Our own desk counts the same way.'
/** Of which second the figures are. Without `Intl`: this page too is seen first of all. */
export const asOf = (at: string) => `As of ${dayOf(at.slice(0, 10))}, ${at.slice(11, 19)} UTC`
export const dayOf = (day: string) => `${monthName(day)} ${Number(day.slice(8))}, ${day.slice(0, 4)}`
export const monthOf = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`
const monthName = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1]

export const hidden = 'The operator shows these figures to those who have signed in.'
export const signIn = 'Sign in'

export const counted = 'Is what we owe you part of this?'
export const checkCounted = 'Check that mine is counted'

/** Nothing here asks again by itself. */
export const offline = 'You are offline. Try again when you are connected.'

export const held = 'Held'
export const owed = 'Owed'
/** A wallet whose key has signed a proof that is so many days old. */
export const signed = (wallet: string, days: number, current: boolean) =>
  `${wallet}, signed ${days <= 0 ? 'today' : countOf(days, { one: '# day ago', other: '# days ago' })}${current ? '' : ' with an address that it no longer has'}`
export const checkSigned = 'Check what the wallets have signed'
export const kinds = {
  principal: 'Running investments',
  earnings: 'Earnings and returned principal',
  accrued: 'Earned, not credited yet',
  referral: 'Referral bonuses',
  bonus: 'Promotional credit',
  withdrawing: 'Open withdrawals',
  suspense: 'Came in without an investment',
}
export const bars = (held: string, owed: string) => `${held} held, ${owed} owed.`

/** Of the operator's own money; `missing` is what of it still lies beyond what is free. */
export const takenOut = (day: string, amount: string, missing: string) =>
  amount === missing
    ? `On ${day} we took out ${amount} that is owed to investors or set apart for them. It has not come back.`
    : `On ${day} we took out ${amount}. ${missing} of it is owed to investors or set apart for them, and has not come back.`

export const history = 'Day by day'
export const historyLabel = (days: readonly string[], gaps: number) =>
  `${days.join('. ')}.${gaps === 0 ? '' : ` ${gaps === 1 ? 'A gap' : `${gaps} gaps`} where no day was kept.`}`
export const onDay = (day: string, said: string) => `${day}: ${said}`
export const neverOwed = 'Nothing was owed on any day that was kept.'
export const noHistory = 'The first day is kept when it is over.'
export const historyColumns = ['Day', 'Held', 'Owed']
export const whole = '100%'
/** Where a day was further up than its picture goes. */
export const cut = 'drawn up to 200%'

export const reserve = 'Set apart for promises'
export const reserveLine =
  'Earnings and bonuses that are promised and not yet credited, and what of our own money is set apart for them.'
export const committed = 'Promised, and set apart'
export const notSetApart = 'Promised, not set apart'
export const free = 'Set apart, not promised yet'
export const backings = {
  strict: 'Nothing is promised before the money for it is set apart.',
  disclosed: 'More can be promised than is set apart. Every plan says so.',
}
export const disclosedFrom = (day: string) =>
  `From ${day}, more can be promised than is set apart. What was promised before then stays set apart.`

export const months = 'Month by month'
export const monthsLine =
  'Earnings and bonuses that were promised in a month, those that were paid in it, and what our investing returned. Months are those of UTC.'
export const monthsLabel = 'Promised, paid and returned'
export const monthColumns = ['Month', 'Promised', 'Paid', 'Returned']
export const noMonths = 'Nothing has been promised, paid or recorded yet.'

export const runway = 'How long it lasts'
export const runwayLine =
  'Day by day, if no new money comes in. Bonuses that wait for approval are counted, promotional credit is not.'
/** What the slider asks, over the answer and what that means. */
export const ifTakenOut = (percent: number) => `If ${percent}% of what falls due is taken out:`
export const until = (day: string) => `Until ${day}`
export const untilMeans = 'This is the last day that can be paid in full.'
export const toTheEnd = 'All of it can be paid'
export const toTheEndMeans = (day: string) => `The last payment falls due on ${day}.`
export const nothingTaken = 'Nothing has to be paid'
export const nothingDue = 'Nothing falls due'
export const notToday = 'Not even today'
export const notTodayMeans = 'What falls due today can’t be paid in full.'
export const ifAll = (percent: string) => `If everybody left this second, ${percent}% could be paid.`
export const share = 'Share that is taken out'
export const shareOf = (percent: number) => `${percent}%`
export const dueColumns = ['Day', 'Falls due']
export const dueLabel = 'What falls due'

export const plans = 'What plans have kept'
export const plansLine =
  'Promised is what investments earn from beginning to end, paid what of it is their investors’ by now. The rest comes due until their ends; what somebody gave up by leaving early still counts as promised.'
export const noPlans = 'There are no plans yet.'
export const promised = 'Promised'
export const paid = 'Paid, or there to withdraw'
export const completed = 'Completed'
export const late = 'More than a day late'
export const corrected = 'Corrected'
/** Stands under those that are completed, which it counts too. */
export const leftEarly = 'Of these, left early'
export const leftToInvest = 'Can still be invested for its longest duration'

export const unsaid = 'What these figures do not say'
export const notSaid = [
  'What the operator owes elsewhere. Only what it owes its investors is counted.',
  'Whose money is held. Borrowed money looks like any other.',
  'Who owns a payment wallet. A signature shows that somebody who works with us holds its keys, and not what is in it.',
]
