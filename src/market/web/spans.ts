import { useLocation, useNavigate } from '@tanstack/react-router'
import * as text from '#texts/chart.ts'

/** The times that a chart can show, by the candles it is made of. */
export const spans = [
  { name: '5m', label: text.day },
  { name: '1h', label: text.week },
  { name: '1d', label: text.months },
] as const
export type Span = (typeof spans)[number]['name']

/** The coin and the time that are shown, kept in the address (`?symbol=BTC&interval=1h`); the first of each by default. */
export function useChosen(symbols: readonly string[]) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const choose = (chosen: { symbol?: string; interval?: Span }) =>
    void navigate({
      to: '.',
      search: (present) => ({ ...present, ...chosen }),
      replace: true,
      resetScroll: false,
    })
  return {
    symbol: symbols.find((symbol) => symbol === search.symbol) ?? symbols[0],
    span: (spans.find(({ name }) => name === search.interval) ?? spans[0]).name,
    chooseSymbol: (symbol: string) => choose({ symbol }),
    chooseSpan: (interval: Span) => choose({ interval }),
  }
}
