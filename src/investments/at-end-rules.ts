import { type MicroUsd, microUsd, wholeCents, ZERO } from '#money/micro-usd.ts'

/**
 * What an investment does at its end: its principal goes to where it can be used, is invested again, or is with what it
 * has earned.
 */
export const AT_ENDS = ['to wallet', 'reinvest principal', 'reinvest all'] as const
export type AtEnd = (typeof AT_ENDS)[number]

/**
 * What can be chosen of an investment. Bonus credit is put to work again as bonus credit, from which its earnings, which
 * can be withdrawn, are kept apart.
 */
export function atEndsOf({ source }: { source: string }): readonly AtEnd[] {
  return source === 'bonus' ? AT_ENDS.filter((atEnd) => atEnd !== 'reinvest all') : AT_ENDS
}

/**
 * How much is invested again at an end, micro-dollars; nothing where it goes to the wallet. All is principal and earnings
 * in whole cents, as amounts are typed, and at most what the Earnings Wallet holds once both are in it: what of the earnings
 * was withdrawn before is not there any more.
 */
export function amountAgain(
  atEnd: AtEnd,
  { amount, earned, inWallet }: { amount: MicroUsd; earned: MicroUsd; inWallet: MicroUsd },
): MicroUsd {
  if (atEnd === 'to wallet') return ZERO
  if (atEnd === 'reinvest principal') return amount
  const all = amount + earned
  return wholeCents(microUsd(all < inWallet ? all : inWallet))
}

/**
 * The order in which those that end at one moment are invested again: principals alone first, so that no other takes them
 * with what it lacks itself, then by their ids.
 */
export function byTurn(one: Turn, other: Turn): number {
  return turnOf(one) < turnOf(other) ? -1 : 1
}
type Turn = { at_end: AtEnd; id: string }
/** Where it goes by its letters: false, which comes first, or true, and then its id. */
const turnOf = ({ at_end, id }: Turn) => `${at_end === 'reinvest all'}${id}`
