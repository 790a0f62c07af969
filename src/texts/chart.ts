import { countOf } from './locale.ts'

export const timeShown = 'Period'
export const day = '24 hours'
export const week = '7 days'
export const months = '9 months'

export const candles = 'Candles'
export const chartOf = (name: string) => `Chart of ${name}`
export const failed = 'The chart could not be loaded.'
export const none = 'There are no candles for this period yet. The chart starts with the first one.'

/** The lowest and the highest price of a candle. */
export const between = (low: string, high: string) => `${low} – ${high}`

type Span = { name: string; from: string; to: string; low: string; high: string; since: string; until: string }
export const summary = ({ name, from, to, low, high, since, until }: Span) =>
  `${name} went from ${from} (${since}) to ${to} (${until}); lowest ${low}, highest ${high}.`
export const stale = (time: string) => `Nothing newer than ${time} has arrived.`
export const fromOne = (count: number) =>
  countOf(count, {
    one: '# candle comes from one exchange only; the others are medians.',
    other: '# candles come from one exchange only; the others are medians.',
  })
export const allFromOne = (source: string) => `These candles come from ${source} only.`

export const showTable = 'Show as a table'
export const hideTable = 'Hide the table'
export const tableOf = (name: string) => `Candles of ${name} in US dollars, newest first`
export const time = 'Time'
export const open = 'Open'
export const high = 'High'
export const low = 'Low'
export const close = 'Close'
