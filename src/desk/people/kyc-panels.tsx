import { fieldOf } from '#ui/submission.ts'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { call } from '#desk/calls.ts'
import { Decision } from '#desk/decisions/decision.tsx'
import type { Person } from '#desk/record-parts.tsx'

/** The panels that decide on an identity check; `id` is the check or its user. */
export function KycPanels({ id, person }: { id: string; person: Person }) {
  const approve = usePanel('approve-kyc')
  const decline = usePanel('decline-kyc')
  const summary = [
    { term: 'Name', value: person.name },
    { term: 'Email', value: person.email },
  ]
  return (
    <>
      <SidePanel open={approve.open} onClose={approve.close} title="Approve identity check">
        <Decision
          summary={summary}
          consequence={`After approval ${person.name} can invest and withdraw.`}
          confirm={`Approve ${person.name}`}
          send={() => call('POST /api/approve-kyc/:id', { params: { id } })}
          onBack={approve.close}
        />
      </SidePanel>
      <SidePanel open={decline.open} onClose={decline.close} title="Decline identity check">
        <Decision
          summary={summary}
          fields={(errors) => (
            <TextArea
              label="Reason"
              name="reason"
              required
              maxLength={500}
              hint={`Visible to ${person.name}`}
              error={errors['reason']}
            />
          )}
          consequence={`${person.name} can ask for another check.`}
          confirm={`Decline ${person.name}`}
          look="danger"
          send={(given) =>
            call('POST /api/decline-kyc/:id', { params: { id }, body: { reason: fieldOf(given, 'reason').trim() } })
          }
          onBack={decline.close}
        />
      </SidePanel>
    </>
  )
}
