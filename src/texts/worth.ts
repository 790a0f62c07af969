import { countOf } from './locale.ts'

export const title = 'What you have'
export const all = 'In all'
export const inPlans = 'In plans'
export const withdrawable = 'Withdrawable'
/** What is neither: the bonus balance, what is held for withdrawals, and both. */
export const bonus = 'Bonus'
export const withdrawing = 'Withdrawing'
export const rest = 'Bonus, withdrawing'
export const show = 'Show amounts'
export const hide = 'Hide amounts'

export const period = 'Period'
export const periods = { '30': '30 days', '90': '90 days', '366': '1 year' } as const
export const showTable = 'Table'
export const checkCounted = 'Check that mine is counted'

export const day = 'Day'
export const paidIn = 'Paid in'
export const paidOut = 'Paid out'
export const today = 'Today'
export const planned = (day: string) => `${day}, planned`
export const back = (amount: string) => `${amount} back`
export const reinvested = (amount: string) => `${amount} reinvested`

type Said = { days: number; deposits: number; withdrawals: number; until: string | null }
const deposits = (count: number) => countOf(count, { one: '# deposit', other: '# deposits' })
const withdrawals = (count: number) => countOf(count, { one: '# withdrawal', other: '# withdrawals' })
const hatched = (until: string | null) => (until === null ? '' : ` Hatched is planned, until ${until}.`)

/** Without a figure, for as long as the amounts are hidden. */
export const summary = ({ days, deposits: came, withdrawals: went, until }: Said) =>
  `${countOf(days, { one: '# day', other: '# days' })}, ${deposits(came)}, ${withdrawals(went)}.${hatched(until)}`
export const summaryInDollars = (
  { days, until }: Said,
  { paidIn: came, paidOut: went, more }: { paidIn: string; paidOut: string; more: string },
) =>
  `${countOf(days, { one: '# day', other: '# days' })}: ${came} paid in, ${went} paid out.` +
  (until === null ? '' : ` ${more} more is planned until ${until}.`)

export const empty = 'Your money appears here once a payment is approved.'
export const failed = 'The chart could not be loaded.'

const THOUSANDS = ['', 'K', 'M', 'B', 'T']
/** Beside a line of the chart, whose amounts are round: `$2.5K`. */
export function tick(dollars: number): string {
  const power = dollars < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(dollars) / 3))
  const count = dollars / 1000 ** power
  return `$${count < 100 ? Number(count.toPrecision(2)) : count}${THOUSANDS[power]}`
}
