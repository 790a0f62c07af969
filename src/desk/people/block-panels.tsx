import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { fieldOf } from '#ui/submission.ts'
import { call } from '#desk/calls.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import { useSecondApprover } from '#desk/approvals/second-approval.ts'
import type { ListedUser } from '#users/contract.ts'

/** Blocking a user's sign-in and letting them in again, each with a reason. */
export function BlockPanels({ user }: { user: ListedUser }) {
  const params = { id: user.id }
  const block = usePanel('block')
  const unblock = usePanel('unblock')
  const second = useSecondApprover()
  const summary = [
    { term: 'Name', value: user.name },
    { term: 'Email', value: user.email },
    ...(user.roles.length > 0 ? [{ term: 'Roles', value: user.roles.join(', ') }] : []),
  ]
  return (
    <>
      <SidePanel open={block.open} onClose={block.close} title="Block sign-in">
        <DecisionForm
          variant="danger"
          summary={summary}
          fields={(errors) => (
            <ReasonField hint={`Visible to ${user.name}, by mail and when signing in`} errors={errors} />
          )}
          consequence={`${user.name} is signed out everywhere at once and cannot sign in. The money stays theirs: investments keep earning and mature. Withdrawal addresses that are unconfirmed, or were added or confirmed in the last 72 hours, are removed.${user.roles.length > 0 ? ' Their roles have no effect meanwhile.' : ''}`}
          confirm="Block sign-in"
          send={(given) => call('POST /api/block-user/:id', { params, body: { reason: fieldOf(given, 'reason') } })}
          onBack={block.close}
        />
      </SidePanel>
      <SidePanel open={unblock.open} onClose={unblock.close} title="Unblock sign-in">
        <DecisionForm
          summary={[...summary, { term: 'Blocked for', value: user.blocked?.reason ?? 'nothing' }]}
          fields={(errors) => <ReasonField hint="For the audit log" errors={errors} />}
          consequence={
            <>
              {user.name} can sign in again with the same password, and is told by mail.
              {user.roles.length > 0 &&
                second?.others.owners &&
                ' If there is another owner besides you and them, that owner has to agree.'}
            </>
          }
          confirm="Unblock sign-in"
          send={(given) => call('POST /api/unblock-user/:id', { params, body: { reason: fieldOf(given, 'reason') } })}
          onBack={unblock.close}
        />
      </SidePanel>
    </>
  )
}
