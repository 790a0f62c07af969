import type { ListedUser } from '#desk/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { call } from './calls.ts'
import { Decision } from './decision.tsx'

const ROLES = [
  { role: 'owner', words: 'Owner: everything, and gives and takes roles' },
  { role: 'reviewer', words: 'Reviewer: approves, declines, edits, moves money' },
  { role: 'support', words: 'Support: sees everything, moves no money' },
] as const

/** What a user may do as an administrator; owners alone decide it. */
export function RolesPanel({ user }: { user: ListedUser }) {
  const panel = usePanel('roles')
  const send = (given: FormData) => {
    const roles = ROLES.map(({ role }) => role).filter((role) => given.has(role))
    return call('POST /api/set-roles/:id', { params: { id: user.id }, body: { roles } })
  }
  return (
    <SidePanel open={panel.open} onClose={panel.close} title="Roles" description={user.name}>
      <Decision
        summary={[
          { term: 'Email', value: user.email },
          { term: 'Roles now', value: user.roles.join(', ') || 'none' },
        ]}
        fields={(errors) => (
          <fieldset>
            <legend className="text-14 text-ink-2">Roles from now on</legend>
            {ROLES.map(({ role, words }) => (
              <Checkbox key={role} name={role} defaultChecked={user.roles.includes(role)} error={errors['roles']}>
                {words}
              </Checkbox>
            ))}
          </fieldset>
        )}
        consequence={`Whoever holds a role sees every account. Without one ${user.name} is an investor only.`}
        confirm="Set roles"
        send={send}
        onBack={panel.close}
      />
    </SidePanel>
  )
}
