import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { dayOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import type { RoleInvitation } from '#roles/contract.ts'

const InvitationPanels = lazyPart(async () => (await import('./invitation-panels.tsx')).InvitationPanels)

/** Invitations to roles that wait to be accepted, and the way to a new one; for owners. */
export function Invitations() {
  const invite = usePanel('invite')
  const withdraw = usePanel('withdraw-invitation')
  const { data, error } = useRead('GET /api/admin/invitations')
  const waiting = data?.items ?? []
  const open = invite.open || withdraw.open
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return (
    <section aria-label="Invitations" className="rounded-tile bg-sunken p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-14">
          {!data
            ? (error?.message ?? 'loading...')
            : waiting.length === 0
              ? 'No open invitations'
              : `${waiting.length} open ${waiting.length === 1 ? 'invitation' : 'invitations'}`}
        </h2>
        <Button size="small" onClick={() => invite.show()}>
          Invite an administrator
        </Button>
      </div>
      {waiting.length > 0 && (
        <ul className="mt-2 lg:max-h-40 lg:overflow-y-auto">
          {waiting.map((invitation) => (
            <Line key={invitation.id} invitation={invitation} onWithdraw={() => withdraw.show(invitation.id)} />
          ))}
        </ul>
      )}
      {wanted && (
        <Suspense>
          <InvitationPanels waiting={waiting} />
        </Suspense>
      )}
    </section>
  )
}

function Line({ invitation, onWithdraw }: { invitation: RoleInvitation; onWithdraw: () => void }) {
  const { email, roles, invited_by, expires_at } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line-strong py-2 text-14">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="text-13 text-ink-2">
          {roles.join(', ')}; by {invited_by.name}, good until {dayOf(expires_at)}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-label={`Withdraw the invitation of ${email}`} onClick={onWithdraw}>
        Withdraw
      </Button>
    </li>
  )
}
