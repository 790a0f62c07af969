import { KycNotice } from '#identity/web/kyc-notice.tsx'
import type { Plan } from '#plans/contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { lazy, Suspense } from 'react'
import { PlanCard } from './plan-card.tsx'
import { Rate } from '#plans/web/rate.tsx'

const InvestForm = lazy(async () => ({ default: (await import('./invest-form.tsx')).InvestForm }))

export type InvestScreenProps = {
  histories: { plans: Plan[]; wallets: Wallet[] } | undefined
  balance: { bonus_balanace: string } | undefined
}

/** The plans on offer; choosing one opens the form. */
export function InvestScreen({ histories, balance }: InvestScreenProps) {
  const panel = usePanel('invest')
  const plan = histories?.plans.find(({ id }) => id === panel.of)
  return (
    <>
      <ScreenHead title="Invest" line="Choose a plan" />
      <div className="flex flex-col gap-4">
        <KycNotice step="invest" />
        <Plans plans={histories?.plans} onInvest={panel.show} />
        <p className="text-13 text-ink-2">
          Your capital is at risk. A plan’s rates are what it earns while it runs; they can be changed for new
          investments.
        </p>
      </div>
      <SidePanel
        open={panel.open && plan !== undefined}
        onClose={panel.close}
        title={`Invest in ${plan?.name}`}
        description={plan && <Rate daily={plan.daily_roi} />}
      >
        {plan && histories && (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <InvestForm
              key={plan.id}
              plan={plan}
              wallets={histories.wallets}
              bonus={balance?.bonus_balanace ?? '0.00'}
            />
          </Suspense>
        )}
      </SidePanel>
    </>
  )
}

function Plans({ plans, onInvest }: { plans: Plan[] | undefined; onInvest: (id: string) => void }) {
  if (!plans) return <Skeleton className="h-76 rounded-card" />
  if (plans.length === 0) return <EmptyState>No plans are open at the moment. You will find them here.</EmptyState>
  return (
    <ul className="flex flex-col gap-4">
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} onInvest={() => onInvest(plan.id)} />
        </li>
      ))}
    </ul>
  )
}
