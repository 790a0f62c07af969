import { useRead } from '#desk/calls.ts'
import { CheckReview } from '#desk/checks/check-review.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Person } from '#users/contract.ts'
import type { ReactNode } from 'react'
import { ApproveCheck, RejectCheck } from './kyc-forms.tsx'

/** The panels that decide on somebody's identity check, each with what the check goes by. */
export function KycPanels({ person }: { person: Person }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  return (
    <>
      <SidePanel open={approve.open} onClose={approve.close} title="Approve identity check">
        <Waiting of={person}>
          <ApproveCheck id={person.id} person={person} onBack={approve.close} />
        </Waiting>
      </SidePanel>
      <SidePanel open={reject.open} onClose={reject.close} title="Reject identity check">
        <Waiting of={person}>
          <RejectCheck id={person.id} person={person} onBack={reject.close} />
        </Waiting>
      </SidePanel>
    </>
  )
}

/** The check of this person that waits, round the form that decides on it. */
function Waiting({ of, children }: { of: Person; children: ReactNode }) {
  const query = { user: of.id, status: 'submitted', limit: '1' }
  const { data, error, refetch } = useRead('GET /api/admin/checks', { query })
  if (!data) return error ? <LoadFailed again={refetch}>{error.message}</LoadFailed> : <p role="status">loading...</p>
  const [check] = data.items
  return check ? <CheckReview checkId={check.id}>{children}</CheckReview> : children
}
