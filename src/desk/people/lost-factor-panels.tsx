import type { FactorHelp } from '#factors/contract.ts'
import { Button } from '#ui/button.tsx'
import type { ListedUser } from '#users/contract.ts'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { fieldOf } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import { ToCheck, useHelpOf } from './lost-factor.tsx'

/** Helping somebody who has lost their second factors, or refusing to, each with a reason. */
export function LostFactorPanels({ user }: { user: ListedUser }) {
  const start = usePanel('start-factor-wait')
  const refuse = usePanel('refuse-factor-help')
  const { help } = useHelpOf(user.id)
  if (help === undefined) return null
  const params = { id: help.id }
  const reasonIn = (given: FormData) => ({ reason: fieldOf(given, 'reason') })
  const summary = [
    { term: 'Name', value: user.name },
    { term: 'Email', value: user.email },
    { term: 'Requested', value: momentOf(help.asked_at) },
    ...(help.note === null ? [] : [{ term: 'Note', value: help.note }]),
  ]
  return (
    <>
      <SidePanel open={start.open} onClose={start.close} title="Start the 72-hour wait">
        {help.why_not !== null ? (
          <NotNow help={help} onBack={start.close} />
        ) : (
          <DecisionForm
            key={help.id}
            summary={summary}
            fields={(errors) => <ReasonField hint="How you recognized them. For the audit log" errors={errors} />}
            consequence={`${user.name} is told by mail and text message, and can stop it by a link ${help.ended_before === null ? 'there' : 'in the mail alone'}. After 72 hours all their second factors and recovery codes are removed, they are signed out everywhere, and withdrawals pause for 24 hours.`}
            confirm="Start the 72-hour wait"
            send={(given) => call('POST /api/start-factor-wait/:id', { params, body: reasonIn(given) })}
            onBack={start.close}
          />
        )}
      </SidePanel>
      <SidePanel open={refuse.open} onClose={refuse.close} title="Refuse help">
        <DecisionForm
          key={help.id}
          variant="danger"
          summary={summary}
          fields={(errors) => <ReasonField hint={`${user.name} is mailed it`} errors={errors} />}
          consequence={`Nothing is changed. ${user.name} can ask again.`}
          confirm="Refuse"
          send={(given) => call('POST /api/refuse-factor-help/:id', { params, body: reasonIn(given) })}
          onBack={refuse.close}
        />
      </SidePanel>
    </>
  )
}

/** Why the wait can't be begun, before anything is typed, with the way to the pictures where these come first. */
function NotNow({ help, onBack }: { help: FactorHelp; onBack: () => void }) {
  return (
    <>
      <p role="status" className="text-15">
        {help.why_not}
      </p>
      <div className="mt-3 flex flex-col gap-2">
        {help.looked === false && <ToCheck help={help}>Open the identity check</ToCheck>}
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
