import { product } from './product.ts'
import { countOf, LOCALE } from './locale.ts'

export const title = 'Market'
export const prices = 'Prices'
export const chooseOne = 'Choose what the chart shows'

const names = new Intl.ListFormat(LOCALE)

export const up = 'up'
export const down = 'down'
export const unchanged = 'unchanged'
export const percent = (figure: string) => `${figure}%`
export const inADay = 'in 24 h'
export const noPrice = 'No price'
export const stale = (age: string) => `stale, ${age}`
export const medianOf = (sources: readonly string[], time: string) =>
  `Median of ${names.format(sources)} at ${time.replace(' ', '\u00a0')}`
export const lastMedianOf = (sources: readonly string[], time: string) =>
  `Last agreed by ${names.format(sources)}, ${time}. No newer prices have arrived.`

export const howPricesCome = `A price is the median of at least two exchanges that agree. Binance trades against USDT, a coin that stands for a dollar. Prices are for information; ${product} does not trade at them.`

export const noneYet = 'No prices yet'
export const switchedOff = 'Prices are switched off here. We never make them up.'
export const noneAgreed = (sources: readonly string[]) =>
  `A price appears as soon as at least two exchanges agree on it. We ask ${names.format(sources)} every minute, and never make one up.`
export const neverAnswered = (sources: readonly string[]) =>
  countOf(sources.length, {
    one: `${names.format(sources)} has not answered yet.`,
    other: `${names.format(sources)} have not answered yet.`,
  })
export const lookAtPlans = 'Look at the plans'
export const failed = 'The prices could not be loaded.'

export const showForeign = 'Show TradingView'
export const hideForeign = 'Back to our own chart'
export const aboutForeign =
  'Loads charts from tradingview-widget.com, another company’s site. It sees your network address, but nothing about your account.'
export const foreignFailed = 'TradingView did not answer within 6 seconds, so this is our own chart again.'
