import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Person } from '#users/contract.ts'
import { ApproveCheck, RejectCheck } from './kyc-forms.tsx'

/** The panels that decide on an identity check; `id` is the check or its user. */
export function KycPanels({ id, person }: { id: string; person: Person }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  return (
    <>
      <SidePanel open={approve.open} onClose={approve.close} title="Approve identity check">
        <ApproveCheck id={id} person={person} onBack={approve.close} />
      </SidePanel>
      <SidePanel open={reject.open} onClose={reject.close} title="Reject identity check">
        <RejectCheck id={id} person={person} onBack={reject.close} />
      </SidePanel>
    </>
  )
}
