import type { Investment } from '#investments/contract.ts'
import { maturitiesOf } from '#investments/web/maturities.ts'
import { fromWire, microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { drawnSize } from '#money/show.ts'
import { withdrawableNow } from '#withdrawals/rules.ts'
import type { InWallets } from './withdrawable.ts'

/** What comes to an investor at a moment of the server's clock, milliseconds since 1970; amounts in micro-dollars. */
export type Coming = {
  at: number
  /** what ends then: how much of it comes back, to the bonus balance or to be withdrawn, how much is invested again, and what of that was earned */
  ends: { id: string; plan: string; back: MicroUsd; toBonus: boolean; again: MicroUsd; earnedAgain: MicroUsd }[]
  /** what all that runs has earned since the date before, or since now: as much as can be withdrawn more, so whole cents add up */
  earned: MicroUsd
  /** what can be withdrawn just before and just after, whole cents of both wallets */
  before: MicroUsd
  after: MicroUsd
}

/**
 * What can be withdrawn now, and what comes until the last investment ends, the soonest first: as the books will have it
 * if nothing is withdrawn, corrected or, but for what is to be at an end, invested meanwhile, and no bonus is approved.
 */
export function comingOf(
  { earned, referral }: InWallets,
  investments: readonly Investment[],
  now: number,
): { today: MicroUsd; dates: Coming[] } {
  const withdrawable = (earnings: MicroUsd) => withdrawableNow({ earnings, referral })
  const today = withdrawable(earned)
  let since = today
  const dates = maturitiesOf(investments, now, { all: ZERO, inPlans: ZERO, withdrawable: earned }).map(
    ({ at, ended, before, after }): Coming => {
      const [until, then] = [withdrawable(before.withdrawable), withdrawable(after.withdrawable)]
      const grown = microUsd(until - since)
      since = then
      return {
        at,
        ends: ended.map(({ one: { id, plan, amount, source }, again }) => {
          const back = again < fromWire(amount) ? microUsd(fromWire(amount) - again) : ZERO
          const earnedAgain = again > fromWire(amount) ? microUsd(again - fromWire(amount)) : ZERO
          return { id, plan: plan.name, back, toBonus: source === 'bonus', again, earnedAgain }
        }),
        earned: grown,
        before: until,
        after: then,
      }
    },
  )
  return { today, dates }
}

/** How much of the width the last date leaves behind it, so that what comes on it can be seen. */
const AFTERWARDS = 15

/** The corners of what can be withdrawn over time, each in percent of the width and, from the top, of the height. */
export function cornersOf(today: MicroUsd, dates: readonly Coming[], now: number): { x: number; y: number }[] {
  const last = dates.at(-1)
  if (last === undefined) return []
  const span = Math.max(1, last.at - now)
  // what is invested again is taken from it, so the last may not be the highest
  const highest = Math.max(...[today, ...dates.flatMap(({ before, after }) => [before, after])].map(drawnSize))
  const corner = (at: number, amount: MicroUsd) => ({
    x: ((100 - AFTERWARDS) * (at - now)) / span,
    y: highest === 0 ? 100 : 100 - (100 * drawnSize(amount)) / highest,
  })
  const steps = dates.flatMap(({ at, before, after }) => [corner(at, before), corner(at, after)])
  return [corner(now, today), ...steps, { ...corner(last.at, last.after), x: 100 }]
}
