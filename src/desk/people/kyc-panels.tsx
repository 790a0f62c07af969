import { useRead } from '#desk/calls.ts'
import { CheckReview } from '#desk/checks/check-review.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Person } from '#users/contract.ts'
import { ApproveCheck, RejectCheck } from './kyc-forms.tsx'

/** The panels that decide on somebody's identity check, each with what the check goes by. */
export function KycPanels({ person }: { person: Person }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  return (
    <>
      <SidePanel open={approve.open} onClose={approve.close} title="Approve identity check">
        <Waiting of={person} onBack={approve.close} form={ApproveCheck} />
      </SidePanel>
      <SidePanel open={reject.open} onClose={reject.close} title="Reject identity check">
        <Waiting of={person} onBack={reject.close} form={RejectCheck} />
      </SidePanel>
    </>
  )
}

type WaitingProps = { of: Person; onBack: () => void; form: typeof ApproveCheck | typeof RejectCheck }

/**
 * The check of this person that waits, round the form that decides on this one and no other: where another takes its
 * place, nothing that was ticked or written goes over to it.
 */
function Waiting({ of, onBack, form: Form }: WaitingProps) {
  const query = { user: of.id, status: 'submitted', limit: '1' }
  const { data, error, refetch } = useRead('GET /api/admin/checks', { query })
  if (!data) return error ? <LoadFailed again={refetch}>{error.message}</LoadFailed> : <p role="status">loading...</p>
  const [check] = data.items
  if (!check)
    return <p className="py-4 text-14 text-ink-2">No identity check of {of.name} is waiting for a decision.</p>
  return (
    <CheckReview key={check.id} checkId={check.id}>
      <Form check={check} onBack={onBack} />
    </CheckReview>
  )
}
