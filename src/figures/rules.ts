import { microUsd, sum, wholeCents, type MicroUsd } from '#money/micro-usd.ts'

/**
 * What the parts of a figure lose together where each is shown in whole cents: with it, what is shown adds up to what
 * is shown of the whole. Micro-dollars, whole cents.
 */
export function fractionsOf(parts: readonly MicroUsd[]): MicroUsd {
  return microUsd(wholeCents(sum(parts)) - sum(parts.map(wholeCents)))
}

/** How far two figures are apart as they are shown, in whole cents, and exactly. Micro-dollars, never below zero. */
export function differenceInCents(one: MicroUsd, other: MicroUsd): { shown: MicroUsd; exact: MicroUsd } {
  const [less, more] = one < other ? [one, other] : [other, one]
  return { shown: microUsd(wholeCents(more) - wholeCents(less)), exact: microUsd(more - less) }
}

/**
 * Amounts that are shown beside their sum, in whole cents: each is what the whole cents of the sum so far have grown by,
 * so that they always add up to the whole cents of all of them. None is a cent from its own amount.
 */
export function centsInTurn(amounts: readonly MicroUsd[]): MicroUsd[] {
  let soFar = 0n
  return amounts.map((amount) => {
    const before = wholeCents(microUsd(soFar))
    soFar += amount
    return microUsd(wholeCents(microUsd(soFar)) - before)
  })
}
