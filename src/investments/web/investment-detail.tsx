import { Link } from '@tanstack/react-router'
import { earned, earnedBy, endOf } from '#investments/rules.ts'
import type { Investment } from '#investments/contract.ts'
import { fromWire, toWire, ZERO } from '#money/micro-usd.ts'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import { buttonClass } from '#ui/button.tsx'
import { FigureList, FigureStrip } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { PlumbLine } from '#ui/plumb-line.tsx'
import { ProgressRing } from '#ui/progress-ring.tsx'
import { TickingMoney } from '#ui/ticking-money.tsx'
import { dayOf, timeLeft } from '#ui/times.ts'
import { eventsOf } from './investment-events.ts'
import { Reinvest } from './reinvest.tsx'
import { termsOf } from './terms.ts'

const MINUTE = 60_000
const SECONDS_PER_DAY = 86_400

type InvestmentDetailProps = {
  investment: Investment
  plans: readonly Plan[]
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
}

/** One investment: how far it is, what has happened to it and what it was made on. */
export function InvestmentDetail({ investment, plans, ahead }: InvestmentDetailProps) {
  const now = useNow(MINUTE) + ahead
  return (
    <div className="flex flex-col gap-5">
      {investment.status === 'approved' ? (
        <Running investment={investment} now={now} ahead={ahead} />
      ) : (
        <Standing investment={investment} />
      )}
      <PlumbLine events={eventsOf(investment, now)} />
      <FigureList
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: 'Plan', value: investment.plan.name },
          { term: 'Rate', value: <Rate daily={investment.daily_roi} /> },
          { term: 'Duration', value: investment.duration === 1 ? '1 day' : `${investment.duration} days` },
          { term: 'Referral bonus', value: `${investment.ref_bonus}%` },
          { term: 'Created', value: dayOf(investment.created_at) },
          ...(investment.source === 'payment'
            ? [{ term: 'Payment wallet', value: investment.wallet.wallet_name }]
            : []),
          { term: 'Reference', value: <span className="font-normal select-all">{investment.tranx_id}</span> },
        ]}
      />
      <p className="text-12 text-ink-2">
        Capital is at risk. These terms were copied when it was made and stay as they are.
      </p>
      <NextStep investment={investment} plans={plans} />
    </div>
  )
}

function Running({ investment, now, ahead }: { investment: Investment; now: number; ahead: number }) {
  const terms = termsOf(investment)
  const began = terms.began_at?.getTime() ?? now
  const end = terms.began_at ? endOf(terms.began_at, terms.duration) : new Date(now)
  const inAll = earnedBy(terms, end)
  const done = (now - began) / (end.getTime() - began)
  return (
    <>
      <ProgressRing
        parts={terms.duration}
        done={done}
        label={`${Math.floor(done * 100)} percent of its time has passed`}
      >
        <p className="text-14 text-ink-2">Earned so far</p>
        <TickingMoney
          amountAt={(at) => earnedBy(terms, new Date(at + ahead))}
          label="Earned so far"
          className="mt-1 text-[1.75rem]/8 font-medium tracking-tight"
        />
        <p className="mt-1 text-14 text-ink-2">
          of <Money amount={toWire(inAll)} />
        </p>
      </ProgressRing>
      <FigureStrip
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: 'Deposit', value: <Money amount={investment.amount} /> },
          {
            term: 'A day',
            value: <Money amount={toWire(earned(terms.amount, terms.daily_roi, SECONDS_PER_DAY))} signed />,
          },
          { term: 'Back in', value: timeLeft(end.getTime(), now) },
        ]}
      />
    </>
  )
}

function Standing({ investment }: { investment: Investment }) {
  const { amount, status, earned, reason, received } = investment
  return (
    <div>
      <p className="text-36 font-medium">
        <Money amount={amount} />
      </p>
      {status === 'completed' && (
        <p className="mt-1 text-ink-2">
          Earned <Money amount={earned} signed className="font-semibold text-up" />
        </p>
      )}
      {reason && <p className="mt-1 text-down first-letter:uppercase">{reason}</p>}
      {fromWire(received) > ZERO && (
        <p className="mt-1 text-ink-2">
          <Money amount={received} className="font-semibold text-ink" /> came in for it all the same. It is held for you
          until it is refunded or applied.
        </p>
      )}
    </div>
  )
}

function NextStep({ investment, plans }: { investment: Investment; plans: readonly Plan[] }) {
  const { status, source, reinvested, tranx_id, amount, wallet } = investment
  if (status === 'pending') {
    const search = { tranx_id, amount, wallet: wallet.wallet_name, address: wallet.wallet_address }
    return (
      <Link to="/payment" search={search} replace className={`${buttonClass()} w-full`}>
        Pay now
      </Link>
    )
  }
  if (status !== 'completed' || source === 'bonus') return null
  if (reinvested) return <p className="text-center text-14 text-ink-2">This investment has been reinvested.</p>
  return <Reinvest investment={investment} plan={plans.find(({ name }) => name === investment.plan.name)} />
}
