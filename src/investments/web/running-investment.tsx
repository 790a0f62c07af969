import * as text from '#texts/investment-detail.ts'
import type { Investment } from '#investments/contract.ts'
import { earned, earnedBy, endOf } from '#investments/rules.ts'
import { toWire } from '#money/micro-usd.ts'
import { FigureList, FigureStrip } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { ProgressRing } from '#ui/progress-ring.tsx'
import { TickingMoney } from '#ui/ticking-money.tsx'
import { timeLeft } from '#ui/times.ts'
import { termsOf } from './terms.ts'

const SECONDS_PER_DAY = 86_400
/** In big figures more than this leaves the ring. */
const LONG = 8
const LONGEST_BESIDE = 10

type RunningProps = {
  investment: Investment
  /** By the server's clock, and how far that is from this device's, in milliseconds. */
  now: number
  ahead: number
}

/** One that earns: what it has earned to this second, on the ring of its days. */
export function RunningInvestment({ investment, now, ahead }: RunningProps) {
  const terms = termsOf(investment)
  const began = terms.began_at?.getTime() ?? now
  const end = terms.began_at ? endOf(terms.began_at, terms.duration) : new Date(now)
  const inAll = toWire(earnedBy(terms, end))
  // side by side where they have room
  const Figures = investment.amount.length > LONGEST_BESIDE ? FigureList : FigureStrip
  const done = Math.min(1, (now - began) / (end.getTime() - began))
  return (
    <>
      <ProgressRing parts={terms.duration} done={done} label={text.passed(Math.floor(done * 100))}>
        <p className="text-14 text-ink-2">{text.earnedSoFar}</p>
        <TickingMoney
          amountAt={(at) => earnedBy(terms, new Date(at + ahead))}
          label={text.earnedSoFar}
          className={`mt-1 font-medium tracking-tight ${inAll.length > LONG ? 'text-17' : 'text-22'}`}
        />
        <p className="mt-1 text-14 text-ink-2">
          {text.of} <Money amount={inAll} />
        </p>
      </ProgressRing>
      <Figures
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: text.deposit, value: <Money amount={investment.amount} /> },
          {
            term: text.aDay,
            value: <Money amount={toWire(earned(terms.amount, terms.daily_roi, SECONDS_PER_DAY))} signed />,
          },
          { term: text.endsIn, value: end.getTime() > now ? timeLeft(end.getTime(), now) : text.anyMoment },
        ]}
      />
    </>
  )
}
