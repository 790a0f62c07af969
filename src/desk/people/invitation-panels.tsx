import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { dayOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import { RoleChoice, rolesIn } from './role-choice.tsx'
import type { RoleInvitation } from '#roles/contract.ts'
import { checkEmail, normaliseEmail } from '#users/rules.ts'

/** Inviting somebody to roles, and taking an invitation back. */
export function InvitationPanels({ waiting }: { waiting: readonly RoleInvitation[] }) {
  const invite = usePanel('invite')
  const withdraw = usePanel('withdraw-invitation')
  const chosen = waiting.find(({ id }) => id === withdraw.of)
  return (
    <>
      <SidePanel open={invite.open} onClose={invite.close} title="Invite an administrator">
        <DecisionForm
          summary={[]}
          fields={(errors) => (
            <>
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="off"
                required
                check={(value) => checkEmail(normaliseEmail(value))}
                error={errors['email']}
              />
              <RoleChoice legend="Roles" error={errors['roles']} />
              <ReasonField hint="For the audit log" errors={errors} />
            </>
          )}
          consequence="A link goes to this address. It works once, within 7 days, for whoever has confirmed the address. Earlier links stop working."
          confirm="Send invitation"
          send={(given) =>
            call('POST /api/invite-administrator', {
              body: { email: fieldOf(given, 'email'), roles: rolesIn(given), reason: fieldOf(given, 'reason') },
            })
          }
          onBack={invite.close}
        />
      </SidePanel>
      <SidePanel open={withdraw.open} onClose={withdraw.close} title="Withdraw invitation">
        {chosen ? (
          <DecisionForm
            summary={[
              { term: 'Email', value: chosen.email },
              { term: 'Roles', value: chosen.roles.join(', ') },
              { term: 'Sent by', value: chosen.invited_by.name },
              { term: 'Sent', value: dayOf(chosen.created_at) },
              { term: 'Why', value: chosen.reason },
            ]}
            consequence="The link in the mail no longer works. You can invite this address again."
            confirm="Withdraw"
            variant="danger"
            send={() => call('POST /api/withdraw-invitation/:id', { params: { id: chosen.id } })}
            onBack={withdraw.close}
          />
        ) : (
          <p className="mt-3 text-ink-2">This invitation is no longer open.</p>
        )}
      </SidePanel>
    </>
  )
}
