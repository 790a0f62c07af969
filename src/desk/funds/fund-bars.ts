import { fromWire } from '#money/micro-usd.ts'

type Row = { custody: string; suspense: string; to_pay: string; shortfall: string }
/** How long each part of a wallet's two bars is, in percent of the longest bar of all wallets. */
export type Bars = { free: number; suspense: number; covered: number; missing: number }

/** What each wallet holds (free, and in suspense) over what it is to pay (covered, and missing), on one scale. */
export function barsOf(rows: readonly Row[]): Bars[] {
  const longest = Math.max(1, ...rows.flatMap(({ custody, to_pay }) => [number(custody), number(to_pay)]))
  const part = (amount: number) => (100 * amount) / longest
  return rows.map(({ custody, suspense, to_pay, shortfall }) => ({
    free: part(Math.max(0, number(custody) - number(suspense))),
    suspense: part(Math.min(number(suspense), number(custody))),
    covered: part(number(to_pay) - number(shortfall)),
    missing: part(number(shortfall)),
  }))
}

/** For lengths on a screen, where a float is exact enough. */
function number(amount: string): number {
  return Number(fromWire(amount))
}
