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
          {user.name} holds none. Roles are given by invitation, from the administrators of the users list.
        </p>
      )}
      {user.roles.length > 0 && (
        <DecisionForm
          summary={[
            { term: 'Email', value: user.email },
            { term: 'Roles now', value: user.roles.join(', ') || 'none' },
          ]}
          fields={(errors) => <RoleChoice legend="Roles from now on" held={user.roles} error={errors['roles']} />}
          consequence={
            <>
              Whoever holds a role sees every account. Without one {user.name} is an investor only.
              {second?.others.owners && ' Another owner has to agree, where there is one besides you and them.'}
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
