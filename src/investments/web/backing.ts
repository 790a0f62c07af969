import * as text from '#texts/backing.ts'
import { promiseOf } from '#investments/rules.ts'
import type { Plan } from '#plans/contract.ts'
import { leftToInvest } from '#plans/left-rules.ts'
import { fromWire, microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { percentFromWire, shareOf } from '#money/percent.ts'
import type { OwnBacking } from '#reserve/contract.ts'

/** A plan as it is offered: in `strict`, with the most that can still be invested in it. */
export type OfferedPlan = Plan & { left_to_invest?: string | null }

type Rates = Pick<Plan, 'daily_roi' | 'ref_bonus'>
/** Where an investment's bonus is set apart as well: somebody invited whoever makes it, and it is paid for (`save.ts`). */
const bonusOf = ({ with_bonus }: OwnBacking, fromBonus: boolean) => with_bonus && !fromBonus

/** In `strict`, the most that one investor can invest for so many days; null where nothing limits it. */
export function leftFor(reserve: OwnBacking, plan: Rates, days: number, fromBonus: boolean): MicroUsd | null {
  if (reserve.backing !== 'strict') return null
  return leftToInvest({ ...plan, days, withBonus: bonusOf(reserve, fromBonus) }, fromWire(reserve.free))
}

type Chosen = { plan: Rates; amount: MicroUsd; duration: number; fromBonus: boolean }

/** What of all that one investment would earn is set apart in advance, in a sentence; in `strict` with its bonus. */
export function backingOfEarnings(reserve: OwnBacking, { plan, amount, duration, fromBonus }: Chosen): string {
  const apart = fromWire(reserve.free)
  const earns = promiseOf({ amount, daily_roi: percentFromWire(plan.daily_roi), duration })
  const bonus = bonusOf(reserve, fromBonus) ? shareOf(amount, percentFromWire(plan.ref_bonus)) : ZERO
  if (reserve.backing === 'strict') return apart >= earns + bonus ? text.strict : text.beyond
  if (apart >= earns) return text.all
  return apart > ZERO ? text.some(showUsd(apart), showUsd(microUsd(earns - apart))) : text.none
}

type Offered = Rates & Pick<Plan, 'durations' | 'min_amount'>

/**
 * Why not even the least can be invested for so many days, in a sentence; undefined where it can. The shortest duration
 * promises the least: where nothing is left for that, nothing is for any.
 */
export function nothingLeft(reserve: OwnBacking, plan: Offered, days: number, fromBonus: boolean): string | undefined {
  const isShort = (count: number) => {
    const left = leftFor(reserve, plan, count, fromBonus)
    return left !== null && left < fromWire(plan.min_amount)
  }
  if (!isShort(days)) return undefined
  return isShort(Math.min(...plan.durations)) ? text.takesNothing : text.nothingLeft(days)
}
