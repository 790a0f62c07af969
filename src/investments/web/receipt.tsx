import { earned, endOf } from '#investments/rules.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { FigureList } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { dayOf } from '#ui/times.ts'
import { percentOf } from './terms.ts'

const MINUTE = 60_000
const SECONDS_PER_DAY = 86_400

type ReceiptProps = {
  /** Undefined while no amount can be read. */
  amount: MicroUsd | undefined
  /** Percent, as the wire writes it. */
  dailyRoi: string
  /** Whole days. */
  duration: number
}

/** What an investment earns by its end and what comes back when, computed as the books will. */
export function Receipt({ amount = ZERO, dailyRoi, duration }: ReceiptProps) {
  const now = useNow(MINUTE)
  const earnings = earned(amount, percentOf(dailyRoi), duration * SECONDS_PER_DAY)
  const days = duration === 1 ? '1 day' : `${duration} days`
  return (
    <FigureList
      className="rounded-tile bg-sunken p-4"
      figures={[
        { term: `Expected earnings, ${days}`, value: <Money amount={toWire(earnings)} signed className="text-up" /> },
        { term: 'You get back', value: <Money amount={toWire(microUsd(amount + earnings))} /> },
        { term: 'On, if approved today', value: dayOf(endOf(new Date(now), duration).getTime()) },
      ]}
    />
  )
}
