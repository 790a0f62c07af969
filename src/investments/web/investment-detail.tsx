import * as text from '#texts/investment-detail.ts'
import * as leaving from '#texts/leave-early.ts'
import { days, percent } from '#texts/plan-terms.ts'
import type { Investment } from '#investments/contract.ts'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import type { OfferedBacking } from '#reserve/contract.ts'
import { FigureList } from '#ui/figures.tsx'
import { useNow } from '#ui/now.ts'
import { PlumbLine } from '#ui/plumb-line.tsx'
import { momentOf } from '#ui/times.ts'
import { eventsOf } from './investment-events.ts'
import { AtEndChoice } from './at-end.tsx'
import { NextStep } from './next-step.tsx'
import { ToInvestment } from './to-investment.tsx'
import { RunningInvestment } from './running-investment.tsx'
import { IdleInvestment } from './idle-investment.tsx'
import { WhyThisNumber } from './why-this-number.tsx'

const MINUTE = 60_000

type InvestmentDetailProps = {
  investment: Investment
  /** On offer at present, as far as they have come. */
  plans: readonly Plan[] | undefined
  /** What is set apart for promises to come; undefined until the server has said it. */
  reserve: OfferedBacking | undefined
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
  onLeave: () => void
}

/** One investment: how far it is, why, what has happened to it and what it was made on. */
export function InvestmentDetail({ investment, plans, reserve, ahead, onLeave }: InvestmentDetailProps) {
  const now = useNow(MINUTE) + ahead
  const plan = plans?.find(({ name }) => name === investment.plan.name)
  const { status, ends_at: ends } = investment
  return (
    <div className="flex flex-col gap-5">
      {status === 'approved' ? (
        <RunningInvestment investment={investment} now={now} ahead={ahead} />
      ) : (
        <IdleInvestment investment={investment} />
      )}
      <WhyThisNumber investment={investment} ahead={ahead} centred={status === 'approved'} />
      {status === 'approved' && ends !== null && Date.parse(ends) > now && (
        <AtEndChoice investment={investment} ends={ends} plan={plans && (plan ?? null)} reserve={reserve} />
      )}
      <section aria-label={text.whatHappened}>
        <PlumbLine events={eventsOf(investment, now)} />
      </section>
      <Terms investment={investment} />
      <NextStep investment={investment} plan={plan} reserve={reserve} onLeave={onLeave} />
    </div>
  )
}

function Terms({ investment }: { investment: Investment }) {
  return (
    <section aria-label={text.terms} className="flex flex-col gap-3">
      <FigureList
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: text.plan, value: investment.plan.name },
          { term: text.rate, value: <Rate daily={investment.daily_roi} /> },
          { term: text.duration, value: days(investment.duration) },
          { term: leaving.title, value: leaving.keeps(investment.early_roi, investment.daily_roi) },
          { term: text.referralBonus, value: percent(investment.ref_bonus) },
          { term: text.created, value: momentOf(investment.created_at) },
          ...(investment.source === 'payment'
            ? [{ term: text.paymentWallet, value: investment.wallet.wallet_name }]
            : []),
          {
            term: text.reference,
            value: <span className="text-12 font-normal select-all">{investment.tranx_id}</span>,
          },
          ...(investment.reinvests === null
            ? []
            : [{ term: text.madeOf, value: <ToInvestment id={investment.reinvests}>{text.seeOld}</ToInvestment> }]),
          ...(investment.txid === null
            ? []
            : [
                {
                  term: text.transactionId,
                  value: <span className="text-12 font-normal select-all">{investment.txid}</span>,
                },
              ]),
        ]}
      />
      <p className="text-12 text-ink-2">{text.atRisk}</p>
    </section>
  )
}
