import type { Investment } from '#investments/contract.ts'
import { earned, earningSeconds, endOf, type RunningEarnings } from '#investments/rules.ts'
import { fromWire, sum, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { formulaOf, type Formula } from './formula.ts'

export type LiveEarning = { id: string; title: string | undefined; began: string; formula: Formula }

/** What each running investment has earned at a moment of the server's clock, with its formula. */
export function liveEarnings(
  { running }: RunningEarnings,
  investments: readonly Investment[],
  at: number,
): LiveEarning[] {
  const unnamed = investments.filter(({ status }) => status === 'approved')
  return running.flatMap(({ amount, daily_roi, began_at, ends_at }, place) => {
    const found = unnamed.findIndex((one) => one.began_at === began_at && one.amount === amount)
    const [investment] = found < 0 ? [] : unnamed.splice(found, 1)
    const began = new Date(began_at)
    const days = (Date.parse(ends_at) - began.getTime()) / (endOf(began, 1).getTime() - began.getTime())
    const seconds = earningSeconds(began, days, new Date(at))
    const terms = { principal: amount, daily_roi, seconds_from: 0, seconds_to: seconds, began_at }
    const formula = formulaOf(terms, earned(fromWire(amount), percentFromWire(daily_roi), seconds))
    const id = investment?.id ?? `${began_at} ${place}`
    return formula ? [{ id, title: investment?.plan.name, began: began_at, formula }] : []
  })
}

/** All of them together, as the wire writes it. */
export function totalEarned(live: readonly LiveEarning[]): string {
  return toWire(sum(live.map(({ formula }): MicroUsd => formula.amount)))
}
