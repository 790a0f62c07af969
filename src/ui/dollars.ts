import { fromWire, sum } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'

/** An amount of the wire as people read it, in a sentence or on a button. */
export function dollars(amount: string): string {
  return showUsd(fromWire(amount))
}

/** All amounts together, as people read it. */
export function totalOf(rows: readonly { amount: string }[]): string {
  return showUsd(sum(rows.map(({ amount }) => fromWire(amount))))
}
