import { ownAccounts } from './accounts.ts'
import { countOf, LOCALE } from './locale.ts'

export const title = 'Why this number'

/** The stories that can be told: one for each balance, and one for the counter. */
export const names = { ...ownAccounts, profit: 'Profit Earned' } as const
export const asOf = (moment: string) => `as of ${moment}`
export const postings = 'Postings'

export const ofInvestments = (count: number) => countOf(count, { one: 'of # investment', other: 'of # investments' })
export const withDate = (what: string, when: string) => `${what}, ${when}`
export const ofPrincipal = (plan: string, principal: string) => `${plan}, ${principal}`

/** Who signs, in the two letters of their seal. */
export const administratorInitials = 'AD'
export const systemInitials = 'PL'

export const decisions = 'Decisions'
export const reached = {
  pending: 'Requested',
  'waiting approval': 'Marked as paid',
  approved: 'Approved',
  completed: 'Completed',
  declined: 'Declined',
} as const
export const cancelled = 'Cancelled'
/** Where an administrator has set it so: nobody has said that it is paid. */
export const backToWaiting = 'Waiting for approval'
export const corrected = 'Corrected'
export const balanceThen = 'Balance after'
export const posted = 'Posted'
export const exactly = 'Exactly'
export const reference = 'Posting'
export const eachOf = (count: number) => countOf(count, { one: '# posting', other: 'Each of # postings' })
export const openRecord = {
  investment: 'See this investment',
  withdrawal: 'See this withdrawal',
  referral: 'See this referral',
} as const

export const principal = 'Principal'
export const aDay = 'Per day'
export const aYear = (percent: string) => `${percent}% a year`
export const seconds = 'Seconds'
export const since = (moment: string) => `since ${moment}`
export const fromTo = (from: string, to: string) => `${from} to ${to}`
export const secondsInDay = 'Seconds in a day'
export const carried = 'Parts left over from before'
export const roundedDown = 'rounded down'
export const spoken = (parts: {
  principal: string
  percent: string
  seconds: number
  result: string
  roundedDown: boolean
  carried: string | null
}) =>
  `${parts.principal} principal, times ${parts.percent} percent a day, times ${countOf(parts.seconds, { one: '# second', other: '# seconds' })}, divided by 86,400 seconds in a day, ${parts.carried === null ? '' : `plus ${parts.carried} left over from before, `}is ${parts.result}${parts.roundedDown ? ', rounded down to the micro-dollar' : ''}.`
export const noFormula = 'The terms were corrected in between, so no single formula gives this amount. Its postings do.'
export const atRisk = 'Capital is at risk.'

export const earningNow = 'Earning now'
export const notPosted = 'Earned and not yet posted. You can still withdraw it: it is posted first.'
export const untilNow = 'since the last posting'
export const seeCounter = 'See how it is calculated'

export const counted = 'Counted at this second'
export const sumOf = (count: number) =>
  countOf(count, { one: 'What # running investment has earned', other: 'What # running investments have earned' })
export const nothingRuns = 'Nothing is running, so nothing is earned at the moment.'
export const exact = (count: number) =>
  count === 0
    ? 'No postings, exact to the micro-dollar'
    : countOf(count, { one: '# posting, exact to the micro-dollar', other: '# postings, exact to the micro-dollar' })
export const addedUp = 'Added up on this device, from nothing to this number.'
export const partOf = (shown: number, count: number) =>
  `The newest ${shown.toLocaleString(LOCALE)} of ${countOf(count, { one: '# posting', other: '# postings' })}`
export const partChecked = 'Each starts where the one before it ended.'
export const wrong = 'These postings do not add up to this number'
export const tellSupport = 'This should never happen. Please tell Support what you see.'
export const more = 'More'
export const check = 'Check it'
export const checking = 'Adding up'
export const statement = 'Your statement'
export const loading = 'Loading the postings…'
export const failed = 'The postings could not be loaded.'

/** Where there is nothing yet: what would make the first posting, and the way there. */
export const empty = {
  earning: 'Nothing is posted yet. What your investments earn is posted here, day by day.',
  earnings: 'Nothing has come in yet. What an investment earns is posted here, day by day.',
  referral: 'Nothing has come in yet. A referral bonus is posted here once it is approved.',
  invested: 'Nothing has been invested yet. Your deposits are posted here, and their way back.',
  bonus: 'Nothing has come in yet. Promotional credit would be posted here.',
  withdrawing: 'Nothing has been held for a withdrawal yet.',
} as const
export const toPlans = 'Choose a plan'
export const toInvestments = 'Your investments'
export const toInvitation = 'Invite somebody'
export const toWithdrawal = 'Your withdrawals'
export const why = 'Reason'
