import * as text from '#texts/invest-form.ts'
import * as leaving from '#texts/leave-early.ts'
import { earned, endOf } from '#investments/rules.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { showUsdExact } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { FigureList } from '#ui/figures.tsx'
import { useNow } from '#ui/now.ts'
import { dayOf } from '#ui/times.ts'

const MINUTE = 60_000
const SECONDS_PER_DAY = 86_400

type ReceiptProps = {
  /** Undefined while no amount can be read. */
  amount: MicroUsd | undefined
  plan: Pick<Plan, 'daily_roi' | 'early_roi'>
  /** Whole days. */
  duration: number
  /** The principal goes back to the bonus balance, and it begins at once. */
  fromBonus: boolean
}

/** What an investment earns by its end and what comes back when, computed as the books will. */
export function Receipt({ amount, plan, duration, fromBonus }: ReceiptProps) {
  const now = useNow(MINUTE)
  const rate = percentFromWire(plan.daily_roi)
  // to the micro-dollar, so that a day times the days is what is planned
  const shown = (of: (amount: MicroUsd) => MicroUsd, sign = '') =>
    amount === undefined ? text.noAmount : `${sign}${showUsdExact(of(amount))}`
  const earnedIn = (seconds: number) => (principal: MicroUsd) => earned(principal, rate, seconds)
  const aDay = earnedIn(SECONDS_PER_DAY)
  const inAll = earnedIn(duration * SECONDS_PER_DAY)
  const back = fromBonus
    ? { term: text.backToBonus, value: shown((principal) => principal) }
    : { term: text.youGetBack, value: shown((principal) => microUsd(principal + inAll(principal))) }
  return (
    <FigureList
      className="rounded-tile bg-sunken p-4"
      figures={[
        { term: text.aDay, value: shown(aDay, '+') },
        { term: text.plannedEarnings(duration), value: <span className="text-up">{shown(inAll, '+')}</span> },
        back,
        {
          term: fromBonus ? text.on : text.onIfApprovedToday,
          value: dayOf(endOf(new Date(now), duration).getTime()),
        },
        { term: leaving.title, value: leaving.keeps(plan.early_roi, plan.daily_roi) },
      ]}
    />
  )
}
