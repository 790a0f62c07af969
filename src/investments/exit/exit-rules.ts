import { earned, earnedBy, earningSeconds, type Terms } from '#investments/rules.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Percent } from '#money/percent.ts'

/** What leaving an investment comes to at a second. Amounts in micro-dollars. */
export type ExitAmounts = {
  /** whole seconds for which it has earned */
  seconds: bigint
  /** comes back whole */
  principal: MicroUsd
  /** by its rate per day, and by its early rate */
  earned: MicroUsd
  early: MicroUsd
  /**
   * what the Earnings Wallet holds at that second, with all that running investments have earned; counted anew later, it is
   * less than nothing where what was earned since has left the wallet
   */
  wallet: MicroUsd
  /** what stays of the earnings; the rest is taken back */
  kept: MicroUsd
}

/**
 * What leaving comes to at a moment: what was earned beyond the early rate is taken back, at most what the wallet holds.
 * Both earnings are those of whole seconds (`earned` of investments/rules.ts), counted from the beginning to that moment.
 */
export function exitAmounts(investment: Terms & { early_roi: Percent }, at: Date, wallet: MicroUsd): ExitAmounts {
  const { amount, daily_roi, early_roi, duration, began_at } = investment
  const seconds = began_at === null ? 0 : earningSeconds(began_at, duration, at)
  const all = earned(amount, daily_roi, seconds)
  const early = earned(amount, early_roi, seconds)
  const beyond = microUsd(all - early)
  const taken = beyond < wallet ? beyond : wallet > ZERO ? wallet : ZERO
  return { seconds: BigInt(seconds), principal: amount, earned: all, early, wallet, kept: microUsd(all - taken) }
}

/**
 * What the Earnings Wallet holds at a moment, micro-dollars, with what running investments have earned to it: its balance,
 * and of each of them what it has earned by then less what is posted, which is less than nothing where more was since.
 */
export function walletAt(
  balance: MicroUsd,
  running: readonly (Terms & { earned_posted: MicroUsd })[],
  at: Date,
): MicroUsd {
  const unposted = running.map((investment) => earnedBy(investment, at) - investment.earned_posted)
  return microUsd(unposted.reduce((total, one) => total + one, balance as bigint))
}

/**
 * Whether a quote still says what leaving comes to, counted anew as of its second. Not where more has left the wallet than
 * it held then: what was earned since is taken back, too, and would be taken from the principal.
 */
export function stillSays(quote: ExitAmounts, counted: ExitAmounts): boolean {
  const amounts = ['seconds', 'principal', 'earned', 'early', 'kept'] as const
  return counted.wallet >= ZERO && amounts.every((amount) => quote[amount] === counted[amount])
}
