import { ownAccounts } from './accounts.ts'
import { countOf, LOCALE } from './locale.ts'

export const title = 'Statement'
export const line = 'Every dollar, in and out'

export const period = 'Period'
export const periods = {
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
  own: 'Custom',
} as const
export const from = 'From'
export const to = 'To'
export const choosePeriod = 'Choose the first and the last day.'
export const wrongPeriod = 'The last day is before the first.'

export const account = 'Balance'
export const accounts = { all: 'All balances', ...ownAccounts } as const

export const summary = 'Summary'
export const opening = 'Opening balance'
export const comingIn = 'In'
export const goingOut = 'Out'
export const closing = 'Closing balance'
/** Below the closing balance of a period up to now. */
export const notPosted = 'Earned, not yet posted'
/** Of what is counted up to now: when that was. */
export const untilNow = (time: string) => `Now, ${time}`
export const untilTime = (time: string) => `Posted once a day and before a withdrawal; counted up to ${time}`
export const now = (account: keyof typeof accounts) => `${accounts[account]} now`

export const movements = 'Movements'
export const day = 'Date'
export const what = 'What'
export const amount = 'Amount'
export const balance = 'Balance'
export const between = 'Between your own balances'
/** What moved on one day: `Earnings, Invested · 12 movements`. */
export const movementsOf = (kinds: readonly string[], count: number) =>
  count === 1
    ? kinds.join(', ')
    : `${kinds.join(', ')} · ${countOf(count, { one: '# movement', other: '# movements' })}`
export const partOf = (shown: number, count: number) =>
  `${shown.toLocaleString(LOCALE)} of ${countOf(count, { one: '# movement', other: '# movements' })}`
export const more = 'More'
export const moreOfDay = (count: number) => `${count.toLocaleString(LOCALE)} more on this day`
export const failedDay = 'This day could not be loaded.'
export const empty = 'No money moved in this period.'
export const failed = 'The statement could not be loaded.'
export const loading = 'Loading your statement…'

export const keep = 'Download'
export const csv = 'CSV'
export const pdf = 'PDF'
export const preparing = 'preparing...'
export const statementFile = (from: string, to: string) => `statement-${from}-${to}`

export const kept = 'Check later that nothing changed'
export const keptHolds =
  'Copy today’s signature of the books and keep it. Our page about the books checks it later, as it does the end of each email.'
export const copyKept = 'Copy the signature'

export const allData = 'Your data'
export const counted = 'Is this counted in what the operator says it owes?'
export const checkCounted = 'Check that mine is counted'
export const allOfIt = 'Do you want statements, documents and proofs in one file as well?'
export { archiveTitle as toAllOfIt } from './archive-title.ts'
export const allDataHolds =
  'One file with your account, identity checks, investments, withdrawals, saved addresses, referrals, notifications, sign-ins, and every posting with its entries. It includes what you entered for identity checks only if you signed in or confirmed that it’s you within the last five minutes. It says what is left out.'
export const downloadAll = 'Download my data'
export const allDataFile = 'plumb-data'
