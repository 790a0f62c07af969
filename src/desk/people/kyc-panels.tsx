import { fieldOf } from '#ui/submission.ts'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { call } from '#desk/calls.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import type { Person } from '#users/contract.ts'

/** The panels that decide on an identity check; `id` is the check or its user. */
export function KycPanels({ id, person }: { id: string; person: Person }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  const summary = [
    { term: 'Name', value: person.name },
    { term: 'Email', value: person.email },
  ]
  return (
    <>
      <SidePanel open={approve.open} onClose={approve.close} title="Approve identity check">
        <DecisionForm
          summary={summary}
          consequence={`After approval ${person.name} can invest and withdraw.`}
          confirm={`Approve ${person.name}`}
          send={() => call('POST /api/approve-kyc/:id', { params: { id } })}
          onBack={approve.close}
        />
      </SidePanel>
      <SidePanel open={reject.open} onClose={reject.close} title="Reject identity check">
        <DecisionForm
          summary={summary}
          fields={(errors) => <ReasonField hint={`Visible to ${person.name}`} errors={errors} />}
          consequence={`${person.name} can ask for another check.`}
          confirm={`Reject ${person.name}`}
          variant="danger"
          send={(given) =>
            call('POST /api/decline-kyc/:id', { params: { id }, body: { reason: fieldOf(given, 'reason').trim() } })
          }
          onBack={reject.close}
        />
      </SidePanel>
    </>
  )
}
