import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import * as text from '#texts/invest.ts'
import { KycNotice } from '#kyc/web/kyc-notice.tsx'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { writeStored } from '#ui/stored.ts'
import type { Wallet } from '#wallets/contract.ts'
import { useLeave } from './leave.ts'
import { useOffer } from './offer.ts'
import { PlanCard } from './plan-card.tsx'

const InvestForm = lazyPart(async () => (await import('./invest-form.tsx')).InvestForm)

export type InvestScreenProps = {
  histories: { plans: Plan[]; wallets: Wallet[] } | undefined
  failed: boolean
  retry: () => void
  balance: { bonus_balanace: string } | undefined
}

/** The available plans; choosing one opens the form. */
export function InvestScreen({ histories, failed, retry, balance }: InvestScreenProps) {
  const panel = usePanel('invest')
  const offer = useOffer(histories)
  const leave = useLeave()
  const plan = offer?.plans.find(({ id }) => id === panel.of)
  const closed = panel.open && histories !== undefined && !plan
  const choose = (chosen: Plan) => {
    writeStored('selected-plan', chosen)
    panel.show(chosen.id)
  }
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <div className="flex flex-col gap-4">
        <KycNotice step="invest" />
        {offer ? <Plans plans={offer.plans} onInvest={choose} /> : <Waiting failed={failed} retry={retry} />}
        <p className="text-13 text-ink-2">{text.atRisk}</p>
      </div>
      <SidePanel
        open={panel.open && (plan !== undefined || closed)}
        onClose={panel.close}
        title={plan ? text.investIn(plan.name) : text.title}
        description={plan && <Rate daily={plan.daily_roi} />}
      >
        {closed && <EmptyState>{text.planClosed}</EmptyState>}
        {plan && offer && (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <div className="flex flex-col gap-4">
              {/* here too, so that nobody fills it in to be refused at its end */}
              <KycNotice step="invest" />
              <InvestForm
                key={plan.id}
                plan={plan}
                wallets={offer.wallets}
                bonus={balance?.bonus_balanace ?? '0.00'}
                onSaved={leave}
              />
            </div>
          </Suspense>
        )}
      </SidePanel>
    </>
  )
}

function Waiting({ failed, retry }: { failed: boolean; retry: () => void }) {
  if (failed) return <LoadFailed again={retry} />
  return <Skeleton className="h-88 rounded-card" />
}

function Plans({ plans, onInvest }: { plans: readonly Plan[]; onInvest: (plan: Plan) => void }) {
  if (plans.length === 0) return <EmptyState next={<ToInvestments />}>{text.noPlans}</EmptyState>
  return (
    <ul className="flex flex-col gap-4">
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} onInvest={() => onInvest(plan)} />
        </li>
      ))}
    </ul>
  )
}

function ToInvestments() {
  return (
    <Link to="/investment" className={buttonClass('secondary', 'medium')}>
      {text.toInvestments}
    </Link>
  )
}
