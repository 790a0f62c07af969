import { PlansScreen } from '#plans/web/plans.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from '#desk/calls.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { SecondApprovalNeeded, WaitingApproval, WaitingNew } from '#desk/approvals/waiting-approval.tsx'

const NOTES = {
  create: <SecondApprovalNeeded>A new plan waits until another administrator agrees.</SecondApprovalNeeded>,
  update: (
    <SecondApprovalNeeded>
      Another name or description, a higher rate, referral bonus or maximum, a further duration, and showing a hidden
      plan, wait until another administrator agrees.
    </SecondApprovalNeeded>
  ),
}

/** The plans, as the desk reads them: available or not. */
export function AdminPlansScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/plans')
  const mayChange = useMayChange()
  if (error && !data) return <LoadFailed again={() => void refetch()}>{error.message}</LoadFailed>
  return (
    <PlansScreen
      plans={data?.items}
      mayChange={mayChange}
      waiting={(planId) => <WaitingApproval of={planId} className="mb-4" />}
      waitingNew={<WaitingNew kind="create plan" />}
      notes={NOTES}
    />
  )
}
