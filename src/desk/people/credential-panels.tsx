import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { call } from '#desk/calls.ts'
import { DecisionForm } from '#desk/decisions/decision-form.tsx'
import type { ListedUser } from '#users/contract.ts'
import { credentialInWords } from './user-view.ts'

/** Helping someone who is locked out, or locking out someone who should not be in: a summary before each. */
export function CredentialPanels({ user }: { user: ListedUser }) {
  const params = { id: user.id }
  const actions = [
    {
      panel: usePanel('reset-link'),
      title: 'Send reset link',
      consequence: `A link goes to ${user.email} so that ${user.name} can choose a new password. It is shown nowhere else.`,
      send: () => call('POST /api/send-reset-link/:id', { params }),
    },
    {
      panel: usePanel('sign-out'),
      title: 'Sign out everywhere',
      consequence: `${user.name} has to sign in again on every device.`,
      send: () => call('POST /api/sign-out-everywhere/:id', { params }),
    },
    {
      panel: usePanel('require-reset'),
      title: 'Require reset',
      consequence: `The current password is refused until ${user.name} has chosen a new one with a reset link. Withdrawal addresses that are unconfirmed, or were added or confirmed in the last 72 hours, are removed.`,
      send: () => call('POST /api/require-reset/:id', { params }),
    },
  ]
  return actions.map(({ panel, title, consequence, send }) => (
    <SidePanel key={title} open={panel.open} onClose={panel.close} title={title}>
      <DecisionForm
        summary={[
          { term: 'Name', value: user.name },
          { term: 'Email', value: user.email },
          { term: 'Password', value: credentialInWords(user) },
        ]}
        consequence={consequence}
        confirm={title}
        send={send}
        onBack={panel.close}
      />
    </SidePanel>
  ))
}
