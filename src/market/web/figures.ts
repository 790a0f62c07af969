/** Prices and the times of candles as people read them. */
import { LOCALE } from '#texts/locale.ts'
import type { Span } from './spans.ts'

const DOLLARS = { style: 'currency', currency: 'USD' } as const
const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
/** What costs less than a dollar moves in its fourth figure. */
const FOUR_FIGURES = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 } as const
const dollars = new Intl.NumberFormat(LOCALE, { ...DOLLARS, ...TWO_DECIMALS })
const smallDollars = new Intl.NumberFormat(LOCALE, { ...DOLLARS, ...FOUR_FIGURES })
const figures = new Intl.NumberFormat(LOCALE, TWO_DECIMALS)
const marks = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const smallFigures = new Intl.NumberFormat(LOCALE, FOUR_FIGURES)

/** `$98,205.57`, `$0.3812`: exact from the wire's text, as far as it is shown. */
export function showPrice(price: string): string {
  return (isSmall(price) ? smallDollars : dollars).format(price as `${number}`)
}

/** The same without its unit, for a table: `98,205.57`. */
export function showFigure(price: string): string {
  return (isSmall(price) ? smallFigures : figures).format(price as `${number}`)
}

/** The same as shortly as a scale allows: `98,206`, `240.15`, `0.3812`. */
export function showMark(price: number): string {
  return price >= 1000 ? marks.format(price) : showFigure(String(price))
}

function isSmall(price: string): boolean {
  return price.startsWith('0.')
}

const TIMES: Record<Span, Intl.DateTimeFormat> = {
  '5m': new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' }),
  '1h': new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  // Exchanges count days in UTC.
  '1d': new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
}

/** When a candle opens, as precisely as the time shown asks for. */
export function openingOf(span: Span, time: string | number): string {
  return TIMES[span].format(new Date(time))
}

const MARKS: Record<Span, Intl.DateTimeFormat> = {
  '5m': TIMES['5m'],
  '1h': new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' }),
  '1d': new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' }),
}

/** A mark under the chart. */
export function markOf(span: Span, time: number): string {
  return MARKS[span].format(new Date(time))
}

/** Heights from 0 to 1 of a small line; none if there are too few prices to be one. For looking only. */
export function sparklineHeights(prices: readonly string[]): number[] {
  const values = prices.map(Number)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2) return []
  return values.map((value) => (most === least ? 0.5 : (value - least) / (most - least)))
}
