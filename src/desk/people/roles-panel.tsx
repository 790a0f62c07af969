import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { call } from '#desk/calls.ts'
import { DecisionForm } from '#desk/decisions/decision-form.tsx'
import { RoleChoice, rolesIn } from './role-choice.tsx'
import { useSecondApprover } from '#desk/approvals/second-approval.ts'
import type { ListedUser } from '#users/contract.ts'

/** What an administrator may do; owners alone decide it. Who has no role is invited. */
export function RolesPanel({ user }: { user: ListedUser }) {
  const panel = usePanel('roles')
  const second = useSecondApprover()
  const send = (given: FormData) => {
    return call('POST /api/set-roles/:id', { params: { id: user.id }, body: { roles: rolesIn(given) } })
  }
  return (
    <SidePanel open={panel.open} onClose={panel.close} title="Roles" description={user.name}>
      {user.roles.length === 0 && (
        <p className="mt-3 text-14 text-ink-2">
          {user.name} has none. Roles are given by invitation, under Administrators in the users list.
        </p>
      )}
      {user.roles.length > 0 && (
        <DecisionForm
          summary={[
            { term: 'Email', value: user.email },
            { term: 'Roles now', value: user.roles.join(', ') || 'none' },
          ]}
          fields={(errors) => <RoleChoice legend="New roles" held={user.roles} error={errors['roles']} />}
          consequence={
            <>
              Anybody with a role can see every account. Without one {user.name} is an investor only. A role that is new
              to them signs them out everywhere.
              {second?.others.owners && ' If there is another owner besides you and them, that owner has to agree.'}
            </>
          }
          confirm="Set roles"
          send={send}
          onBack={panel.close}
        />
      )}
    </SidePanel>
  )
}
