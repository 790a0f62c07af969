import type { Candle } from './calls.ts'

/** The two ends of a chart, and the lowest and highest price between them; undefined if there is no candle. */
export function extremesOf(candles: readonly Candle[]) {
  const [first] = candles
  const last = candles.at(-1)
  if (!first || !last) return undefined
  const low = candles.reduce((least, { low }) => (Number(low) < Number(least) ? low : least), first.low)
  const high = candles.reduce((most, { high }) => (Number(high) > Number(most) ? high : most), first.high)
  return { first, last, low, high }
}
