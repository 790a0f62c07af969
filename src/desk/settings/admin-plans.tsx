import { Suspense, useState } from 'react'
import { PlansScreen } from '#plans/web/plans.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownZone } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { SecondApprovalNeeded, useWaitsReady, WaitingApproval, WaitingNew } from '#desk/approvals/waiting-approval.tsx'

const PlanMoney = lazyPart(async () => (await import('./plan-money.tsx')).PlanMoney)

const PlanAhead = lazyPart(async () => (await import('#desk/whatif/plan-ahead.tsx')).PlanAhead)

const NOTES = {
  create: <SecondApprovalNeeded>A new plan waits until another administrator agrees.</SecondApprovalNeeded>,
  update: (
    <SecondApprovalNeeded>
      Another name or description, a higher rate, early rate, referral bonus or maximum, a further duration, and showing
      a hidden plan, wait until another administrator agrees.
    </SecondApprovalNeeded>
  ),
}

/** The plans, as the desk reads them: available or not, each with its money. */
export function AdminPlansScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/plans')
  const [zone] = useState(ownZone)
  const money = useRead('GET /api/admin/plan-figures', { query: { zone } })
  const ready = useWaitsReady()
  const mayChange = useMayChange()
  const noMoney = money.error && !money.data && <LoadFailed again={money.refetch}>{money.error.message}</LoadFailed>
  const moneyOf = (planId: string) => {
    if (noMoney) return noMoney
    const coming = <Skeleton className="mb-4 h-72" />
    if (!money.data) return coming
    const { as_of, items } = money.data
    const figures = items.find(({ plan }) => plan.id === planId)
    return <Suspense fallback={coming}>{figures && <PlanMoney figures={figures} asOf={as_of} />}</Suspense>
  }
  if (error && !data) return <LoadFailed again={refetch}>{error.message}</LoadFailed>
  return (
    <PlansScreen
      plans={ready ? data?.items : undefined}
      mayChange={mayChange}
      money={moneyOf}
      waiting={(planId) => <WaitingApproval of={planId} className="mt-4" />}
      waitingNew={ready && <WaitingNew kind="create plan" />}
      notes={NOTES}
      ahead={(plan, typed) =>
        (plan && noMoney) || (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <PlanAhead
              plan={plan}
              typed={typed}
              figures={plan && money.data?.items.find((figures) => figures.plan.id === plan.id)}
            />
          </Suspense>
        )
      }
    />
  )
}
