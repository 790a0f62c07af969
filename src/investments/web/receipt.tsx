import * as text from '#texts/invest-form.ts'
import { earned, endOf } from '#investments/rules.ts'
import { microUsd, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { showUsdExact } from '#money/show.ts'
import { FigureList } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { dayOf } from '#ui/times.ts'

const MINUTE = 60_000
const SECONDS_PER_DAY = 86_400

type ReceiptProps = {
  /** Undefined while no amount can be read. */
  amount: MicroUsd | undefined
  /** Percent, as the wire writes it. */
  dailyRoi: string
  /** Whole days. */
  duration: number
  /** The principal goes back to the bonus balance, and it begins at once. */
  fromBonus: boolean
}

/** What an investment earns by its end and what comes back when, computed as the books will. */
export function Receipt({ amount, dailyRoi, duration, fromBonus }: ReceiptProps) {
  const now = useNow(MINUTE)
  const rate = percentFromWire(dailyRoi)
  const shown = (of: (amount: MicroUsd) => MicroUsd, props?: { signed: true; className: string }) =>
    amount === undefined ? text.noAmount : <Money amount={toWire(of(amount))} {...props} />
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
        // exact: times the days it is what is planned
        { term: text.aDay, value: amount === undefined ? text.noAmount : `+${showUsdExact(aDay(amount))}` },
        {
          term: text.plannedEarnings(duration),
          value: shown(inAll, { signed: true, className: 'text-up' }),
        },
        back,
        {
          term: fromBonus ? text.on : text.onIfApprovedToday,
          value: dayOf(endOf(new Date(now), duration).getTime()),
        },
      ]}
    />
  )
}
